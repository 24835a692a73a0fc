import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import { settings } from '../lib/masthead.ts'
import './style.css'

export const generateMetadata = (): Metadata => ({
  metadataBase: new URL(settings().site),
  title: { default: 'Example Media', template: '%s' },
})

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <a href="/">Example Media</a>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
