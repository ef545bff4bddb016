/** What a project is worked on as, and how far it is (spec 4 §2.1, §5.1). */
export const PROJECT_KINDS = ['CATI', 'INBOUND', 'CODING', 'QUAL', 'RECEPTION', 'INTERNAL'] as const
export type ProjectKind = (typeof PROJECT_KINDS)[number]

export const PROJECT_STATUSES = [
  'PLANNED',
  'LIVE',
  'PAUSED',
  'FIELD_COMPLETE',
  'CLOSED',
  'CANCELLED',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

/** Those that aren't over. */
export const RUNNING_STATUSES = ['LIVE', 'PLANNED', 'PAUSED'] as const satisfies readonly ProjectStatus[]

/** What somebody makes of a project (spec 4 §5.1). FIELD_COMPLETE isn't made: it comes with its last interview or day. */
export const PROJECT_MOVES: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  PLANNED: ['LIVE', 'CANCELLED'],
  LIVE: ['PAUSED', 'CANCELLED'],
  PAUSED: ['LIVE', 'CANCELLED'],
  FIELD_COMPLETE: ['CLOSED'],
  CLOSED: [],
  CANCELLED: [],
}

interface Field {
  readonly targetCompletes: number
  /** COMPLETE interview records that aren't void. */
  readonly achieved: number
  /** Its last day, YYYY-MM-DD; null where it isn't known. */
  readonly end: string | null
  readonly cells: readonly {
    readonly target: number
    readonly achieved: number
    readonly isSuspended: boolean
  }[]
}

/**
 * Whether a live project's field work is over: all cells full, target reached or end passed (spec 4 §5.1). A suspended
 * cell takes no interviews, so that it isn't waited for; where all are, nothing is full.
 * @param today YYYY-MM-DD
 */
export function isFieldComplete({ targetCompletes, achieved, end, cells }: Field, today: string): boolean {
  const wanted = cells.filter(({ isSuspended }) => !isSuspended)
  return (
    (targetCompletes > 0 && achieved >= targetCompletes) ||
    (end !== null && end < today) ||
    (wanted.length > 0 && wanted.every((cell) => cell.achieved >= cell.target))
  )
}

/** What a project lacks before it goes live, in words; none where it can. */
export const lacksToGoLive = ({
  targetCompletes,
  start,
  end,
}: Pick<Field, 'targetCompletes' | 'end'> & { readonly start: string | null }): string[] =>
  [
    targetCompletes > 0 ? '' : 'a target',
    start === null ? 'a first day' : '',
    end === null ? 'a last day' : '',
  ].filter(Boolean)
