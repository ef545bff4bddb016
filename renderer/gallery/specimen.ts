import type { ReactNode } from 'react'
import type { Services } from '../services/services.ts'
import type { fakeServices } from '../testing/fake-services.ts'

export type Server = ReturnType<typeof fakeServices>

/** One thing that has its picture. */
export interface Specimen {
  /** Unique, as its picture's file is called: `form/DropField`, `screen/documents/empty`. */
  readonly name: string
  /** A screen fills the page and is drawn with it; a piece is as large as it is. */
  readonly isPage: boolean
  /** What it is drawn over; the fake services of the unit tests unless told otherwise. */
  readonly server?: () => Server
  /** What else it stands in. */
  readonly around?: (services: Services, shown: ReactNode) => ReactNode
  readonly show: () => ReactNode
  /** Done once it shows: what a hand would do to bring it into its state. */
  readonly act?: (root: HTMLElement) => void
  /** It is drawn in two of the four ways: light and wide, dark and on a phone. */
  readonly isBrief?: boolean
}
