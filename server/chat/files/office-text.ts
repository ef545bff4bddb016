import { zipEntry } from './zip-entries.ts'

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXML(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name: string) => {
    if (name) return NAMED[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/**
 * The text of a Word document, one paragraph a line, without formatting. @throws RangeError for other files
 */
export function wordText(file: Buffer): string {
  const xml = zipEntry(file, 'word/document.xml') ?? ''
  const marked = xml
    .replace(/<w:tab\/>/g, '<w:t>\t</w:t>')
    .replace(/<w:br\/>/g, '<w:t>\n</w:t>')
    .replace(/<\/w:p>/g, '<w:t>\n</w:t>')
  const texts = [...marked.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map((match) => match[1] ?? '')
  return unescapeXML(texts.join('')).trim()
}

/** The column of a cell, from 0, by its name: `AB12` is 27. */
function columnOf(name: string): number {
  let column = 0
  for (const letter of name.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const ROWS_MAX = 200
const COLUMNS_MAX = 50

const textsIn = (xml: string): string =>
  [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map((match) => match[1] ?? '').join('')

/**
 * The first sheet of an Excel workbook as tab-separated lines: at most 200 rows and 50 columns. @throws
 * RangeError for other files
 */
export function sheetText(file: Buffer): string {
  const shared = [...(zipEntry(file, 'xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(
    (match) => textsIn(match[1] ?? ''),
  )
  const sheet = zipEntry(file, 'xl/worksheets/sheet1.xml') ?? ''
  const lines: string[] = []
  for (const [, row = ''] of sheet.matchAll(/<row(?: [^>]*)?>(.*?)<\/row>/gs)) {
    if (lines.length === ROWS_MAX) break
    const cells: string[] = []
    for (const [, looks = '', content = ''] of row.matchAll(/<c( [^>]*?)?(?:\/>|>(.*?)<\/c>)/gs)) {
      const column = columnOf(/ r="([A-Z]{1,3}\d+)"/.exec(looks)?.[1] ?? '')
      if (column < 0 || column >= COLUMNS_MAX) continue
      const value = /<v>([^<]*)<\/v>/.exec(content)?.[1] ?? ''
      const text = / t="s"/.test(looks)
        ? (shared[Number(value)] ?? '')
        : / t="inlineStr"/.test(looks)
          ? textsIn(content)
          : value
      cells[column] = unescapeXML(text).replace(/[\t\n\r]+/g, ' ')
    }
    lines.push(Array.from(cells, (cell) => cell ?? '').join('\t'))
  }
  return lines.join('\n')
}
