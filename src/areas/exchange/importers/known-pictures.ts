import type { ImagePlace } from '#areas/media/index.ts'
import type { SafeFetch } from '#kernel/http.ts'

/** Where the pictures of a run become media. */
export type PictureParts = {
  place: ImagePlace
  /** The address of this installation. */
  baseUrl: string
  /** Reads pictures from other servers; left out: they stay there. */
  fetch?: SafeFetch | undefined
  /** The most pictures that one run fetches, and their bytes together. */
  limits: { pictures: number; bytes: number }
}

/** A picture that is a media of the organization: `key` is what the writer finds it by, `path` where it is below the own address. */
export type Taken = { key: string; path: string; url: string }

/** What a run knows of the pictures that it came across, by their keys. */
export type KnownPictures = {
  taken: Map<string, Taken>
  failed: Map<string, string>
  /** Ids of media by key, for the writer. */
  ids: Map<string, string>
  /** How often in a row a host did not answer. */
  silent: Map<string, number>
  fetched: { pictures: number; bytes: number }
  /** Files that a dry run would add. */
  imagined: Set<string>
  /** Addresses of pictures that stay on other servers. */
  elsewhere: Set<string>
}

export function noPictures(): KnownPictures {
  return {
    taken: new Map(),
    failed: new Map(),
    ids: new Map(),
    silent: new Map(),
    fetched: { pictures: 0, bytes: 0 },
    imagined: new Set(),
    elsewhere: new Set(),
  }
}
