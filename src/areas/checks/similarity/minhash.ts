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
  if (hashes.size === 0) return { minhash: undefined, shingles: 0 }
  const minhash = new Uint32Array(permutations).fill(0xffffffff)
  let done = 0
  for (const hash of hashes) {
    if (++done % partShingles === 0) yield
    for (let i = 0; i < permutations; i++) {
      const value = permuted(hash, seeds[i] ?? 0)
      if (value < (minhash[i] ?? 0)) minhash[i] = value
    }
  }
  return { minhash, shingles: hashes.size }
}

/** How many shingles are permuted at once, and how many words are hashed: about a millisecond. */
const partShingles = 1000
const partWords = 5000

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

// In scripts without spaces between words, each character counts as a word.
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[^\p{L}\p{M}\p{N}]|$)/gu

/** The distinct hashes of all runs of five words. */
function* findingShingles(text: string): Parts<Set<number>> {
  const words: number[] = []
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(wordPattern)) {
    words.push(hashOfWord(word))
    if (words.length % partWords === 0) yield
  }
  const hashes = new Set<number>()
  for (let from = 0; from + wordsOfShingle <= words.length; from++) {
    if (from % partWords === partWords - 1) yield
    let hash = basis
    for (let i = from; i < from + wordsOfShingle; i++) {
      const word = words[i] ?? 0
      for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((word >>> shift) & 0xff), prime)
    }
    hashes.add(hash >>> 0)
  }
  return hashes
}

// FNV-1a, 32 bits.
const basis = 0x811c9dc5
const prime = 0x01000193

function hashOfWord(word: string): number {
  let hash = basis
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    hash = Math.imul(hash ^ (code & 0xff), prime)
    hash = Math.imul(hash ^ (code >>> 8), prime)
  }
  return hash >>> 0
}

/** One permutation of the 32-bit numbers per seed: every step is invertible, so no two hashes collide. */
function permuted(hash: number, seed: number): number {
  let value = hash ^ seed
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

// Fixed forever: stored signatures were made with them.
const seeds = Uint32Array.from({ length: permutations }, (_, i) => permuted(Math.imul(i + 1, 0x9e3779b9), 0x5bd1e995))
