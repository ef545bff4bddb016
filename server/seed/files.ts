import { crc32, deflateSync } from 'node:zlib'
import type { FileKind } from './dialogue/pools.ts'
import type { Random } from './random.ts'

/** A small file that somebody attached. */
export interface SeedFile {
  readonly fileName: string
  readonly contentType: string
  readonly content: Uint8Array
}

const WIDTH = 320
const HEIGHT = 180
const PAPER = [250, 250, 252] as const
const AXIS = [130, 138, 150] as const
const COLOURS = [
  [46, 116, 181],
  [32, 140, 110],
  [196, 110, 46],
  [128, 86, 170],
] as const

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A bar chart as a PNG of 320 × 180 pixels. */
function barChart(random: Random): Uint8Array {
  const colour = random.pick(COLOURS)
  const heights = Array.from({ length: 14 }, () => random.int(20, 150))
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const bar = Math.floor((x - 16) / 21)
      const isBar = x >= 16 && (x - 16) % 21 < 15 && HEIGHT - 14 - y < (heights[bar] ?? 0) && y < HEIGHT - 14
      const isAxis = (y === HEIGHT - 14 && x > 8) || (x === 8 && y > 8 && y < HEIGHT - 14)
      rows.set(isBar ? colour : isAxis ? AXIS : PAPER, y * (1 + WIDTH * 3) + 1 + x * 3)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', new Uint8Array()),
  ])
}

function quotaTable(random: Random): string {
  const regions = ['North East', 'North West', 'Yorkshire', 'Scotland', 'Wales', 'Northern Ireland', 'London']
  const ages = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+']
  const lines = regions.flatMap((region) =>
    ages.map((age) => {
      const target = random.int(6, 30)
      const done = Math.min(target, random.int(2, 32))
      return [region, age, target, done, target - done].join(',')
    }),
  )
  return ['Region,Age,Target,Achieved,Remaining', ...lines, ''].join('\r\n')
}

/** A PDF of one page with lines of Latin text. */
export function pdf(lines: readonly string[]): Uint8Array {
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
  const stream = `BT /F1 12 Tf 18 TL 60 780 Td ${escaped.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const TITLE_STRIPPED = /\.\w+$/

const titleOf = (fileName: string): string => fileName.replace(TITLE_STRIPPED, '').replaceAll('-', ' ')

function notes(fileName: string): string {
  return [
    titleOf(fileName),
    '',
    '1. Quota position taken from the overnight export.',
    '2. Call-backs before fresh sample; hard appointments first.',
    '3. Read the recording statement in full before Q1.',
    '4. Open questions to the project manager by noon.',
    '',
  ].join('\n')
}

const CONTENT_TYPES: Readonly<Record<FileKind, string>> = {
  png: 'image/png',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
}

/** Makes files. Charts and tables come in a few kinds each, as drawing one for every message is slow. */
export function createFileMaker(random: Random): (kind: FileKind, name: string) => SeedFile {
  const charts = Array.from({ length: 4 }, () => barChart(random))
  const tables = Array.from({ length: 4 }, () => Buffer.from(quotaTable(random)))

  function content(kind: FileKind, fileName: string): Uint8Array {
    if (kind === 'png') return random.pick(charts)
    if (kind === 'csv') return random.pick(tables)
    if (kind === 'txt') return Buffer.from(notes(fileName))
    return pdf(['Northgate Research', titleOf(fileName), '', 'For internal use by the field team.'])
  }

  return (kind, name) => {
    const fileName = `${name}.${kind}`
    return { fileName, contentType: CONTENT_TYPES[kind], content: content(kind, fileName) }
  }
}
