import { readFileSync } from 'node:fs'
import { isProduct } from './claims.ts'
import type { Site } from './sites.ts'

/** A change that a person has judged, with the reason: one that alters nothing that anybody needs, or nothing of one row. */
export interface Judged {
  readonly file: string
  /** The line without its indent, as it is. */
  readonly code: string
  /** `original → replacement` */
  readonly change: string
  /** Which one, where the line has several that read alike; 0 is the first. */
  readonly nth?: number
  /** The row that it says nothing about, though another's test has to see it; without one it is harmless to all. */
  readonly row?: string
  readonly reason: string
}

export function changeOf({ original, replacement }: Pick<Site, 'original' | 'replacement'>): string {
  return `${original} → ${replacement}`
}

export function readJudged(path: string): Judged[] {
  return JSON.parse(readFileSync(path, 'utf8')) as Judged[]
}

/** The judgement on a place, of a row where one is given. It goes by what the line says and not by where it stands. */
export function judgementOn(judged: readonly Judged[], site: Site, rowID?: string): Judged | null {
  return (
    judged.find(
      ({ file, code, change, nth = 0, row = rowID }) =>
        row === rowID &&
        file === site.file &&
        code === site.code &&
        nth === site.nth &&
        change === changeOf(site),
    ) ?? null
  )
}

/** Judgements on lines that are no more: they are to be taken out. */
export function outdated(judged: readonly Judged[], sitesOf: (file: string) => readonly Site[]): Judged[] {
  return judged.filter(
    (one) => !isProduct(one.file) || !sitesOf(one.file).some((site) => judgementOn([one], site, one.row)),
  )
}
