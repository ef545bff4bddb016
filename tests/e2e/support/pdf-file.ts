const ONE_MB = 1024 * 1024

/** A PDF of so many pages, each a black square with as many megabytes beside it as that: a scan, as it were. */
export function pdfFile(pages: number, megabytesEach: number): Uint8Array {
  const parts: Buffer[] = []
  const starts: number[] = []
  let at = 0
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  const object = (number: number, words: string, stream?: Buffer) => {
    starts[number] = at
    add(Buffer.from(`${number} 0 obj\n${words}\n`))
    if (stream) for (const part of [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]) add(part)
    add(Buffer.from('endobj\n'))
  }
  const square = Buffer.from('0 0 0 rg 100 100 200 200 re f')
  const scan = Buffer.alloc(megabytesEach * ONE_MB, 'scan ')
  const pageIDs = Array.from({ length: pages }, (_, page) => 3 + page * 3)
  add(Buffer.from('%PDF-1.4\n'))
  object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pageIDs.map((id) => `${id} 0 R`).join(' ')
  object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`)
  for (const id of pageIDs) {
    const size = '/MediaBox [0 0 595 842]'
    object(id, `<< /Type /Page /Parent 2 0 R ${size} /Resources << >> /Contents ${id + 1} 0 R >>`)
    object(id + 1, `<< /Length ${square.length} >>`, square)
    object(id + 2, `<< /Length ${scan.length} >>`, scan)
  }
  const table = at
  const rows = starts.slice(1).map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  add(Buffer.from(`xref\n0 ${starts.length}\n0000000000 65535 f \n${rows.join('')}`))
  add(Buffer.from(`trailer << /Size ${starts.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`))
  return Buffer.concat(parts)
}
