import { allBands, bandsOf as bands, packed, type Signature, unpacked } from '#std/minhash.ts'

export { likeness, signing } from '#std/minhash.ts'

/** The hashes of all bands: texts that are alike share one. */
export const bandsOf = (minhash: Uint32Array) => bands(minhash, allBands)

/** A signature as it is stored, and back; null: the text has none. */
export const packedSignature = ({ minhash }: Signature) => (minhash === undefined ? null : packed(minhash))
export const storedSignature = (bytes: Uint8Array | null) => unpacked(bytes)
