export const TEXT = {
  title: 'My CATI report',
  of: (name: string) => `CATI report of ${name}`,
  back: '‹ Back',
  loading: 'Reading your calls',
  failed: 'This page could not be loaded.',
  none: 'No calls in this time.',
  times: { TODAY: 'Today', WEEK: 'This week', WEEKS: '4 weeks', OWN: 'Own days' },
  time: 'Days',
  from: 'From',
  to: 'To',
  project: 'Project',
  allProjects: 'All projects',
  by: 'Rows',
  rows: { DAY: 'Day', PROJECT: 'Project', HOUR: 'Hour of day' },
  figures: 'Figures',
  projectValue: (value: string) => `Project ${value}`,
  fewData: 'few data',
  how: 'How is this counted?',
  howTitle: (figure: string) => `How ${figure.toLowerCase()} is counted`,
  counted: 'Counted',
  yours: 'You',
  projects: 'Project',
  trend: (figure: string) => `${figure} beside the project’s`,
  trendSummary: (figure: string, own: string, project: string, rows: number, by: string) =>
    `${figure} over ${rows} ${by === 'Day' ? (rows === 1 ? 'day' : 'days') : by === 'Project' ? (rows === 1 ? 'project' : 'projects') : 'hours of the day'}: yours is ${own} in all, the project’s ${project}.`,
  outcomes: 'Outcomes',
  outcomesSummary: (attempts: string, completes: string) =>
    `${attempts} calls by outcome, of which ${completes} are complete.`,
  inRows: (by: string) => `By ${by.toLowerCase()}`,
  voided: 'Not counted',
  voidedLead: 'These records were made void. They count in no figure.',
  noReason: 'No reason was given.',
  outside: (count: number) =>
    count === 1
      ? 'One call lies outside your recorded activity. It counts; your supervisor sees it, too.'
      : `${count} calls lie outside your recorded activity. They count; your supervisor sees them, too.`,
  asOf: (time: string) => `As of ${time}`,
} as const
