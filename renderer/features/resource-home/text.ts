import { numberText } from '#shared/domain/locale.ts'

const count = (many: number, one: string, more: string) =>
  many === 1 ? `1 ${one}` : `${numberText(many)} ${more}`
const whole = (value: number) => numberText(Math.round(value))

/** The words of Resource home (spec 4 §4.5.1). */
export const TEXT = {
  title: 'Resource',
  loading: 'Loading the morning',
  failed: 'This page could not be loaded.',
  empty: 'Nothing waits. Today is covered.',
  coverage: 'Coverage',
  coverageHint: 'Hours planned of hours needed',
  project: 'Project',
  today: 'Today',
  noCoverage: 'No live project needs hours in these days.',
  cell: (planned: number, needed: number) => `${whole(planned)} of ${whole(needed)} h`,
  share: (planned: number, needed: number) => (needed > 0 ? `${whole((planned / needed) * 100)} %` : '–'),
  openDay: (project: string, day: string) => `${project}, ${day}: `,
  gaps: 'Gaps over 10 %',
  gap: (missing: number) => `${whole(missing)} h missing`,
  requests: 'Requests waiting',
  ages: { today: 'Less than a day', days: '1 to 3 days', older: 'More than 3 days' },
  shiftRequests: (many: number) => count(many, 'request about a shift', 'requests about shifts'),
  windows: 'Windows that close within 48 hours',
  campaigns: 'Campaigns with free places',
  free: (many: number) => count(many, 'place', 'places'),
  absences: 'Absent today',
  noShow: 'Did not come',
  absent: 'Absent',
  leavers: 'Leavers with future shifts',
  leaver: (day: string, shifts: number) => `leaves ${day}, ${count(shifts, 'shift', 'shifts')} after`,
  warnings: 'Rest and hours in the published plan',
  adaptors: 'Adaptors that fail',
  more: (many: number) => `Show ${numberText(many)} more`,
  fewer: 'Show fewer',
} as const
