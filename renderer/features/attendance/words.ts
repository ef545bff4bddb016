import type { AttendedDay, Correction } from '#shared/contract/attendance.ts'
import type { DayOutcome } from '#shared/domain/attendance.ts'

export const OUTCOME_WORDS: Readonly<Record<DayOutcome, string>> = {
  ON_TIME: 'On time',
  LATE: 'Late',
  LEFT_EARLY: 'Left early',
  LATE_AND_LEFT_EARLY: 'Late and left early',
  NO_SHOW: 'Not in',
  ABSENT: 'Absent',
  EXCUSED: 'Excused',
  OFF: 'Off',
  EXTRA: 'Without a shift',
}

export const CORRECTION_WORDS: Readonly<Record<Correction['state'], string>> = {
  PENDING: 'Waits for a decision',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  CANCELLED: 'Taken back',
  EXPIRED: 'Expired',
}

/** '98 %', '–' where nothing was scheduled. */
export const shareText = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)} %`

/** Whether a day's person has something to say of it: it is over and nobody has confirmed it. */
export const isOver = (day: AttendedDay, now: number): boolean =>
  day.actualEnd !== null ||
  (day.scheduledEnd !== null && now >= Date.parse(day.scheduledEnd) && day.actualStart === null)
