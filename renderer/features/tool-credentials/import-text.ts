import { numberText } from '#shared/domain/locale.ts'

const entries = (n: number) => (n === 1 ? '1 entry' : `${numberText(n)} entries`)

export const IMPORT_TEXT = {
  open: 'Import',
  title: 'Import tool credentials',
  lead: 'A row is one person and tool. Nothing is changed before you have seen what each row comes to. The file isn’t kept: its passwords are sealed one by one.',
  mode: 'Do',
  key: 'People are found by',
  way: 'Rows with errors',
  ways: { all: 'All or nothing', partial: 'Import the good rows' },
  choose: 'Choose a file…',
  other: 'Choose another…',
  limits: 'CSV or Excel, at most 10 MB and 10,000 rows.',
  template: 'Download a template',
  columns: (read: number, all: number) => `${numberText(read)} of ${numberText(all)} columns are read`,
  notRead: 'Not read',
  result: 'What the rows come to',
  problems: 'What is wrong',
  row: (number: number, about: string) => [`Row ${numberText(number)}`, about].filter(Boolean).join(': '),
  problem: (column: string, value: string, message: string) => {
    const about = [column, value === '' || message.includes(value) ? '' : `‘${value}’`]
      .filter(Boolean)
      .join(' ')
    return about === '' ? message : `${about}: ${message}`
  },
  more: (n: number) => `${numberText(n)} more are in the report.`,
  held: 'Nothing is imported while rows have errors. Mend the file, or import the good rows.',
  report: 'Download report',
  reportName: 'Report of tool credentials.csv',
  cancel: 'Cancel',
  again: 'Check again',
  start: (n: number) => `Import ${entries(n)}`,
  begun: 'The import runs. You can go on meanwhile, and close this window.',
  imports: 'Imports of the last 24 hours',
  progress: (fileName: string) => `Progress of ${fileName}`,
  running: (fileName: string, done: number, total: number) =>
    `${fileName}: ${numberText(done)} of ${entries(total)}`,
  stop: 'Stop',
  stopOf: (fileName: string) => `Stop ${fileName}`,
  states: {
    STOPPED: 'Stopped.',
    FAILED: 'Failed.',
  } as Readonly<Record<string, string>>,
  failed: (n: number) => `Changed meanwhile, and left: ${entries(n)}.`,
  begunBy: (name: string, when: string) => `${name}, ${when}.`,
  of: (fileName: string, added: number, updated: number) =>
    `${fileName}: ${entries(added)} added, ${entries(updated)} changed`,
  by: (name: string, when: string, until: string) => `${name}, ${when}. It can be undone until ${until}.`,
  undo: 'Undo',
  undoOf: (fileName: string) => `Undo ${fileName}`,
  undoAsk: (fileName: string) => `Undo the import of ${fileName}?`,
  undoText: 'What it added goes, and what it changed is as before, unless somebody changed it since.',
  keep: 'Keep it',
  undone: (undone: number, kept: number) =>
    kept === 0
      ? `${entries(undone)} undone.`
      : `${entries(undone)} undone. Changed since, and left: ${entries(kept)}.`,
} as const
