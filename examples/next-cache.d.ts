// What the example uses of Next.js, which is not installed here.
declare module 'next/cache' {
  export function revalidatePath(path: string): void
}
