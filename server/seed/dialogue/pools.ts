import { FLOOR } from './floor.ts'
import { AGENCY, DIRECT, HR, SHIFTS, SOCIAL, TECH, TRAINING } from './people.ts'
import { PROJECT } from './project.ts'
import { CLAIM, JOB_ORDER, MEETING, TASK, TICKET } from './records.ts'

/** One line of an exchange, still with its alternatives and slots. */
interface Line {
  /** A role's letter, or ~ for SAM; the same letter is the same person throughout an exchange. */
  readonly speaker: string
  readonly isReply: boolean
  readonly text: string
  /** Kind and name of the file that the line is, if it is one. */
  readonly file: { readonly kind: FileKind; readonly name: string } | null
  /** The reaction that others give it. */
  readonly reaction: string | null
}
export type FileKind = 'png' | 'csv' | 'pdf' | 'txt'
export type Exchange = readonly Line[]

const LINE = /^([A-Z~])(>?): (.*?)(?: \^([A-Z]+))?$/
const FILE = /^=(png|csv|pdf|txt) (\S+)$/

function parseLine(source: string): Line {
  const match = LINE.exec(source.trim())
  if (!match) throw new Error(`not a line of dialogue: ${source}`)
  const [, speaker = '', reply = '', text = '', reaction] = match
  const file = FILE.exec(text)
  return {
    speaker,
    isReply: reply !== '',
    text,
    file: file ? { kind: file[1] as FileKind, name: file[2] ?? '' } : null,
    reaction: reaction ?? null,
  }
}

/** Exchanges are parted by empty lines. */
const parse = (source: string): readonly Exchange[] =>
  source
    .trim()
    .split(/\n\s*\n/)
    .map((exchange) => exchange.split('\n').map(parseLine))

const SOURCES = {
  floor: FLOOR,
  project: PROJECT,
  shifts: SHIFTS,
  tech: TECH,
  training: TRAINING,
  social: SOCIAL,
  direct: DIRECT,
  agency: AGENCY,
  hr: HR,
  task: TASK,
  ticket: TICKET,
  claim: CLAIM,
  jobOrder: JOB_ORDER,
  meeting: MEETING,
}
export type PoolName = keyof typeof SOURCES

/** What people talk about, by theme. */
export const POOLS = Object.fromEntries(
  Object.entries(SOURCES).map(([name, source]) => [name, parse(source)]),
) as Record<PoolName, readonly Exchange[]>
