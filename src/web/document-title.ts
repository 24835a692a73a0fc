let name = 'Masthead'
let waiting = 0

/** Names the document after the page that is shown. */
export function nameDocument(title: string): void {
  name = `${title} · Masthead`
  write()
}

/** How many things wait for the person, before the name: visible while another tab is open. */
export function countInTitle(count: number): void {
  waiting = count
  write()
}

function write(): void {
  document.title = waiting > 0 ? `(${waiting}) ${name}` : name
}
