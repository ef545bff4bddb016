import { Readable } from 'node:stream'
import { londonField } from '#shared/domain/london-time.ts'
import type { Column } from '#shared/records/record.ts'
import type { ZipEntry } from '../privacy/zip.ts'
import { type SheetRow, written } from '../records/sheet.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KINDS = 'application/vnd.openxmlformats-officedocument'
/** Days from 1899-12-30, which spreadsheets count from, to 1970. */
const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000
/** Places of the two formats of days and moments in the styles below. */
const STYLE = { day: 1, moment: 2 } as const

/** What XML can't hold isn't text that anybody wrote on purpose. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text.replaceAll(CONTROLS, '').replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

const textCell = (text: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

function cell(value: string | number | null, column: Column): string {
  if (value === null) return '<c/>'
  if (column.kind === 'day' || column.kind === 'moment') {
    const wall = Date.parse(column.kind === 'day' ? String(value) : `${londonField(Number(value))}Z`)
    return `<c s="${STYLE[column.kind]}"><v>${wall / DAY_MS + EPOCH_DAYS}</v></c>`
  }
  const shown = written(value, column)
  // Texts are texts, whatever they begin with.
  return typeof shown === 'number' ? `<c><v>${shown}</v></c>` : textCell(shown)
}

async function* sheetXml(columns: readonly Column[], portions: AsyncIterable<readonly SheetRow[]>) {
  const widths = columns.map(
    ({ width = 10 }, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${Math.max(10, width * 1.6)}" customWidth="1"/>`,
  )
  yield `${HEAD}<worksheet xmlns="${MAIN}"><cols>${widths.join('')}</cols><sheetData><row>${columns.map(({ label }) => textCell(label)).join('')}</row>`
  for await (const rows of portions)
    yield rows
      .map((row) => `<row>${row.map((value, place) => cell(value, columns[place] as Column)).join('')}</row>`)
      .join('')
  yield '</sheetData></worksheet>'
}

const part = (name: string, kind: string) =>
  `<Override PartName="/${name}" ContentType="${KINDS}.${kind}+xml"/>`
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`

/** The files of a workbook of one sheet whose rows come as they are read, so that they never stand in memory together. */
export function xlsxEntries(
  {
    name,
    company,
    columns,
  }: { readonly name: string; readonly company: string; readonly columns: readonly Column[] },
  portions: AsyncIterable<readonly SheetRow[]>,
): ZipEntry[] {
  const relations = (inside: string) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`
  const title = escaped(name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31))
  return [
    {
      name: '[Content_Types].xml',
      content: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'spreadsheetml.sheet.main')}${part('xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet')}${part('xl/styles.xml', 'spreadsheetml.styles')}${part('docProps/app.xml', 'extended-properties')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: relations(
        relation(1, 'officeDocument', 'xl/workbook.xml') +
          relation(2, 'extended-properties', 'docProps/app.xml') +
          `<Relationship Id="rId3" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
      ),
    },
    {
      name: 'docProps/app.xml',
      content: `${HEAD}<Properties xmlns="${OFFICE}/extended-properties"><Company>${escaped(company)}</Company></Properties>`,
    },
    {
      name: 'docProps/core.xml',
      content: `${HEAD}<coreProperties xmlns="${PACKAGE}/metadata/core-properties"/>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation(1, 'worksheet', 'worksheets/sheet1.xml') + relation(2, 'styles', 'styles.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      content: `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: { read: () => Readable.from(sheetXml(columns, portions)) },
    },
  ]
}
