import { crc32, deflateRawSync } from 'node:zlib'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** A Word document of one line, and a link under it that leads where it is told. */
export function wordFile(line: string, link: string): Uint8Array {
  const relation = (id: string, type: string, target: string, mode = '') =>
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/></Relationships>`
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  return zip({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${DOCUMENT}"/></Types>`,
    '_rels/.rels': relation('a', 'officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': relation('b', 'hyperlink', link, ' TargetMode="External"'),
    'word/document.xml': `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body><w:p>${run(line)}</w:p><w:p><w:hyperlink r:id="b">${run('A link')}</w:hyperlink></w:p></w:body></w:document>`,
  })
}

/** A zip archive of packed entries. */
function zip(entries: Readonly<Record<string, string>>): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [entry, text] of Object.entries(entries)) {
    const name = Buffer.from(entry)
    const packed = deflateRawSync(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(text), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(Buffer.byteLength(text), 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\x03\x04'), facts, name, packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, name)
    offset += 4 + facts.length + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  const count = Object.keys(entries).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}
