// What the example takes of Next.js, which is not installed here.
declare module 'next/cache' {
  export function revalidatePath(path: string): void
}
