import type { CallLayer } from '#shared/hubs/call-engine.ts'

/** How the people of a call are shown: all alike, or who speaks large. */
export const CALL_VIEWS = ['GRID', 'SPEAKER'] as const
export type CallView = (typeof CALL_VIEWS)[number]

interface Shown {
  readonly seat: string
  readonly isSpeaking: boolean
}

/**
 * Who is shown as the speaker: who is, for as long as they go on; then whoever else begins; in silence the last one,
 * or the first where that one has left. Null where nobody else is there.
 */
export function speakerOf(before: string | null, people: readonly Shown[]): string | null {
  const last = people.find(({ seat }) => seat === before)
  if (last?.isSpeaking) return last.seat
  return (people.find(({ isSpeaking }) => isSpeaking) ?? last ?? people[0])?.seat ?? null
}

/** Whose tile is large: whom the person pinned, else by the view; none beside a shared screen, or where all are alike. */
export function largeOf(
  people: readonly Shown[],
  by: {
    readonly view: CallView
    readonly pinned: string | null
    readonly speaker: string | null
    readonly hasScreen: boolean
  },
): string | null {
  if (by.hasScreen) return null
  const isThere = (seat: string | null) => people.some((one) => one.seat === seat)
  if (isThere(by.pinned)) return by.pinned
  // Two people are one large and one small already.
  return by.view === 'SPEAKER' && isThere(by.speaker) ? by.speaker : null
}

/** Of so many others all are shown large enough for their cameras' large size. */
const LARGE_MAX = 4

/**
 * How large each camera is shown, so that no more of it is sent than is seen: in the small window who speaks alone;
 * beside a shared screen, or a large tile, all are small.
 */
export function layersOf(
  people: readonly Shown[],
  by: { readonly isSmall: boolean; readonly speaker: string | null } & {
    readonly large: string | null
    readonly hasScreen: boolean
  },
): { seat: string; layer: CallLayer }[] {
  const { isSmall, speaker, large, hasScreen } = by
  const isGrid = !hasScreen && large === null
  return people.map(({ seat }) => {
    if (isSmall) return { seat, layer: seat === speaker ? 'SMALL' : 'NONE' }
    return { seat, layer: seat === large || (isGrid && people.length <= LARGE_MAX) ? 'LARGE' : 'SMALL' }
  })
}

/** How many columns a grid of so many tiles has, so that they are as large as can be on a wide page. */
export const columnsOf = (tiles: number): number => Math.max(1, Math.ceil(Math.sqrt(tiles)))
