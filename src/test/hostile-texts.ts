/** Texts that a caller may send or an older release may have stored, each hostile to another reader. */
const hostileTexts = {
  controls: 'bell \u0007 escape \u001b[31m delete \u007f next line \u0085 unit \u001f',
  bidirectional: 'abc \u202e\u2066txt.exe\u2069\u202c \ufeff\u200b',
  tags: 'tags \u{e0041}\u{e0042}\u{e007f}',
  markup: ']]> </script><script>alert(1)</script> <!-- --> &amp; " \' ` ${x} {{x}}',
  formula: '=HYPERLINK("https://evil.example","x")',
  lines: 'first\r\nSet-Cookie: a=b\r\n\r\n---\n# second\u2028third',
  emoji: '👩‍👩‍👧‍👦 é \u0301\u0301\u0301 ﷺ',
  long: 'x'.repeat(10_000),
  address: 'http://[not an address] /%zz?\\',
} as const

/** All of them in one text. */
export const hostileText: string = Object.values(hostileTexts).join(' ')
