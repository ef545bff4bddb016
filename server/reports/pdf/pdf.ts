import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { groupText } from '#shared/domain/reports.ts'
import type { Picture } from '../../legal/company-pictures.ts'
import type { Sheet } from '../../records/sheet.ts'

const WORKER = new URL('./pdf-worker.ts', import.meta.url)
/** Lines of a PDF: more than that nobody reads on paper, and laying them out takes seconds and memory. */
export const PDF_LINES_MAX = 5000
const PATIENCE_MS = 120_000

/** What stands on the pages; texts are as people read them. */
export interface PdfPages {
  readonly title: string
  readonly company: string
  /** What else is said of it, such as when it was made. */
  readonly about: readonly string[]
  readonly logo: Picture | null
  readonly columns: readonly { readonly label: string; readonly isNumber: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** Rows of groups and totals, by their place. */
  readonly strong: readonly number[]
}

/** A sheet's values as people read them. Nothing is '', not a word. */
export const pagesOf = (
  sheet: Sheet & { readonly strong: readonly number[] },
  { company, about, logo }: Pick<PdfPages, 'company' | 'about' | 'logo'>,
): PdfPages => ({
  ...{ title: sheet.name, company, about, logo, strong: sheet.strong },
  columns: sheet.columns.map(({ label, kind }) => ({ label, isNumber: kind === 'number' })),
  rows: sheet.rows.map((row) =>
    row.map((value, place) => {
      const column = sheet.columns[place]
      return value === null || value === '' || !column ? '' : groupText(value, null, column)
    }),
  ),
})

/**
 * Makes the PDF in a thread of its own: the library is read when somebody wants one, the server goes on
 * answering meanwhile, and the memory is given back.
 *
 * @throws where the layout fails or takes more than two minutes
 */
export async function pdfOf(pages: PdfPages): Promise<Uint8Array> {
  const worker = new Worker(WORKER, { workerData: pages })
  const late = AbortSignal.timeout(PATIENCE_MS)
  try {
    const [made] = (await once(worker, 'message', { signal: late })) as [Uint8Array]
    return made
  } finally {
    await worker.terminate()
  }
}
