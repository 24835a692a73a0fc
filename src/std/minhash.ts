import { atOnce, type Parts } from '#std/parts.ts'

/** What a body is compared by. */
export type Signature = {
  /** The smallest value of each permutation; undefined for a text without a shingle. */
  minhash: Uint32Array | undefined
  /** How many different shingles the text has. */
  shingles: number
}

/** How many permutations a signature has. */
const permutations = 128

/**
 * The bands of a signature that are stored, and their rows. With 4 rows, 89% of the pairs with a similarity of 0.60 share one
 * of 16 bands, and 99% of those at 0.70; with 8 rows it would be 24% and 61%, and most warnings at 0.60 would be missed.
 */
const storedBands = 16
const rowsOfBand = 4
/** All bands of a signature: 99% of the pairs with a similarity of 0.60 share one. */
export const allBands = permutations / rowsOfBand

const wordsOfShingle = 5

/**
 * The signature of a plain text: shingles of five words, FNV-1a, 128 permutations. Case, punctuation and
 * white space do not count. A text of fewer than five words has none.
 */
export function signatureOf(text: string): Signature {
  return atOnce(signing(text))
}

/** The same in parts, between which others can have their turn. */
export function* signing(text: string): Parts<Signature> {
  const hashes = yield* findingShingles(text)
  if (hashes.length === 0) return { minhash: undefined, shingles: 0 }
  const least = new Int32Array(permutations).fill(0x7fffffff)
  for (let from = 0; from < hashes.length; from += partShingles) {
    if (from > 0) yield
    lower(least, hashes.subarray(from, from + partShingles))
  }
  return { minhash: Uint32Array.from(least, (value) => (value ^ sign) >>> 0), shingles: hashes.length }
}

/** How many shingles are permuted at once, and how many characters are read: about a millisecond. */
const partShingles = 1000
const partCharacters = 30_000

/**
 * Lowers the smallest values so far to those of more hashes. With the sign bit turned, unsigned numbers compare as signed ones do,
 * and those stay small integers.
 */
function lower(least: Int32Array, hashes: Int32Array): void {
  for (let i = 0; i < permutations; i++) {
    const seed = seeds[i] ?? 0
    let smallest = least[i] ?? 0
    // Three times as fast as `for of`.
    for (let j = 0; j < hashes.length; j++) {
      const value = mixed((hashes[j] ?? 0) ^ seed) ^ sign
      if (value < smallest) smallest = value
    }
    least[i] = smallest
  }
}

const sign = 0x80000000 | 0

/** The estimated Jaccard similarity of two texts, 0 to 1; 0 if either has no signature. */
export function likeness(one: Uint32Array | undefined, other: Uint32Array | undefined): number {
  if (one === undefined || other === undefined) return 0
  let same = 0
  for (let i = 0; i < permutations; i++) if (one[i] === other[i]) same++
  return same / permutations
}

/** Whether two texts are at least this similar; it stops as soon as they cannot be. */
export function isAlike(one: Uint32Array, other: Uint32Array, least: number): boolean {
  let left = Math.floor(permutations * (1 - least))
  for (let i = 0; i < permutations; i++) if (one[i] !== other[i] && --left < 0) return false
  return true
}

/** The hash of each of the first `count` bands: signed 32-bit numbers. Equal bands make two texts candidates. */
export function bandsOf(minhash: Uint32Array, count = storedBands): number[] {
  return Array.from({ length: count }, (_, band) => {
    let hash = basis
    for (let i = band * rowsOfBand; i < (band + 1) * rowsOfBand; i++) {
      const value = minhash[i] ?? 0
      for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((value >>> shift) & 0xff), prime)
    }
    return hash | 0
  })
}

/** Converts a signature to its stored form, and back. */
export function packed(minhash: Uint32Array): Buffer {
  const bytes = Buffer.alloc(permutations * 4)
  minhash.forEach((value, i) => bytes.writeUInt32LE(value, i * 4))
  return bytes
}

export function unpacked(bytes: Uint8Array | null): Uint32Array | undefined {
  if (bytes?.byteLength !== permutations * 4) return undefined
  // Two hundred candidates are unpacked for one check.
  if (isLittleEndian) return new Uint32Array(new Uint8Array(bytes).buffer)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const minhash = new Uint32Array(permutations)
  for (let i = 0; i < permutations; i++) minhash[i] = view.getUint32(i * 4, true)
  return minhash
}

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

/** The distinct hashes of all runs of five words, as signed numbers. */
function* findingShingles(text: string): Parts<Int32Array> {
  const words = yield* hashingWords(text.normalize('NFKC').toLowerCase())
  const hashes = new Set<number>()
  for (let from = 0; from + wordsOfShingle <= words.length; from++) {
    if (from % partCharacters === partCharacters - 1) yield
    let hash = basis
    for (let i = from; i < from + wordsOfShingle; i++) {
      const word = words[i] ?? 0
      for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((word >>> shift) & 0xff), prime)
    }
    hashes.add(hash)
  }
  return Int32Array.from(hashes)
}

/** The hash of each word, without cutting the words out. */
function* hashingWords(text: string): Parts<number[]> {
  const words: number[] = []
  for (let at = 0, next = partCharacters; at < text.length; next += partCharacters) {
    if (at > 0) yield
    at = hashWords(text, { at, until: next, words })
  }
  return words
}

/** Adds the hashes of the words that begin before `until`, and returns where it stopped. */
function hashWords(text: string, { at, until, words }: { at: number; until: number; words: number[] }): number {
  let hash = basis
  let isWord = false
  let i = at
  while (i < text.length) {
    const unit = text.charCodeAt(i)
    const point = isLeading(unit) ? (text.codePointAt(i) ?? unit) : unit
    const kind = kindOf(point)
    if (isWord && kind !== letter) {
      words.push(hash)
      hash = basis
      isWord = false
    }
    if (!isWord && i >= until) return i
    if (kind !== other) {
      hash = hashed(hash, unit)
      if (point !== unit) hash = hashed(hash, text.charCodeAt(i + 1))
    }
    if (kind === letter) isWord = true
    if (kind === single) {
      words.push(hash)
      hash = basis
    }
    i += point === unit ? 1 : 2
  }
  if (isWord) words.push(hash)
  return i
}

const isLeading = (unit: number) => unit >= 0xd800 && unit < 0xdc00

/** What a character is: part of a word, a word by itself, or neither. */
const [letter, single, other] = [1, 2, 3] as const
type Kind = typeof letter | typeof single | typeof other

// What was found out about characters, which costs far more than looking it up.
const kinds = new Uint8Array(0x10000)

function kindOf(point: number): Kind {
  if (point >= kinds.length) return readKind(point)
  const known = kinds[point]
  return known === letter || known === single || known === other ? known : (kinds[point] = readKind(point))
}

// In scripts without spaces between words, each character counts as a word.
function readKind(point: number): Kind {
  const character = String.fromCodePoint(point)
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      character,
    )
  )
    return single
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? letter : other
}

// FNV-1a, 32 bits.
const basis = 0x811c9dc5
const prime = 0x01000193

function hashed(hash: number, unit: number): number {
  return Math.imul(Math.imul(hash ^ (unit & 0xff), prime) ^ (unit >>> 8), prime)
}

/** One permutation of the 32-bit numbers per seed (`hash ^ seed`): every step is invertible, so no two hashes collide. */
function mixed(seeded: number): number {
  let value = seeded
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}

// Fixed forever: stored signatures were made with them.
const seeds = Uint32Array.from({ length: permutations }, (_, i) => mixed(Math.imul(i + 1, 0x9e3779b9) ^ 0x5bd1e995))
