import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { PdfPages } from './pdf.ts'

/** What is used of pdfmake, which brings no types. */
interface PdfMake {
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
  setLocalAccessPolicy(mayRead: (path: string) => boolean): void
  setUrlAccessPolicy(mayFetch: (url: string) => boolean): void
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
}

const require = createRequire(import.meta.url)
const pdfmake: PdfMake = require('pdfmake')
const fonts: Parameters<PdfMake['setFonts']>[0] = require('pdfmake/fonts/Roboto.js')

const FONTS_FOLDER = dirname(require.resolve('pdfmake/fonts/Roboto.js'))
const WIDE_COLUMNS = 5
const GREY = '#5b6670'
const INK = '#1d2733'
const LINE = '#d5dbe0'

type Logo = NonNullable<PdfPages['logo']>
const picture = ({ contentType, content }: Logo) =>
  contentType === 'image/svg+xml'
    ? { svg: Buffer.from(content).toString('utf8') }
    : { image: `data:${contentType};base64,${Buffer.from(content).toString('base64')}` }

/** The pages as pdfmake wants them: whose and what it is, then the table, its headings on each page. */
function definitionOf({ title, company, about, logo, columns, rows, strong }: PdfPages) {
  const isStrong = new Set(strong)
  const cell = (place: number) => ({ alignment: columns[place]?.isNumber ? 'right' : 'left' })
  const head = columns.map(({ label }, place) => ({ ...cell(place), text: label, bold: true, color: GREY }))
  const body = rows.map((row, at) =>
    row.map((text, place) => ({ ...cell(place), text, ...(isStrong.has(at) && { bold: true }) })),
  )
  return {
    info: { title, author: company, creator: 'Fieldwork' },
    pageSize: 'A4',
    pageOrientation: columns.length > WIDE_COLUMNS ? 'landscape' : 'portrait',
    pageMargins: [36, 40, 36, 44],
    defaultStyle: { fontSize: columns.length > 2 * WIDE_COLUMNS ? 6.5 : 8.5, color: INK },
    content: [
      {
        columns: [
          [
            { text: title, fontSize: 15, bold: true },
            { text: [company, ...about].join(' · '), color: GREY, margin: [0, 3, 0, 0] },
          ],
          ...(logo ? [{ ...picture(logo), fit: [140, 34], width: 140, alignment: 'right' }] : []),
        ],
        columnGap: 16,
        margin: [0, 0, 0, 14],
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map(() => 'auto'),
          body: [head, ...body],
        },
        layout: {
          hLineWidth: (line: number) => (line === 0 ? 0 : line === 1 ? 1 : 0.5),
          hLineColor: () => LINE,
          vLineWidth: () => 0,
          paddingTop: () => 3,
          paddingBottom: () => 3,
        },
      },
    ],
    footer: (page: number, pages: number) => ({
      columns: [title, { text: `Page ${page} of ${pages}`, alignment: 'right' }],
      color: GREY,
      fontSize: 7.5,
      margin: [36, 16, 36, 0],
    }),
  }
}

pdfmake.setFonts(fonts)
// It reads its own letters, and fetches nothing.
pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS_FOLDER))
pdfmake.setUrlAccessPolicy(() => false)
parentPort?.postMessage(await pdfmake.createPdf(definitionOf(workerData as PdfPages)).getBuffer())
