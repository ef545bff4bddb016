import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Text. Pictures and fonts are compressed in themselves. */
const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json'])

/** A smaller file goes in one packet either way, in bytes. */
export const MIN_BYTES = 1024

/** The best two of Brotli's qualities make files 7 to 9 % smaller still, for 7 to 13 times the work. */
const BROTLI_QUALITY = 9

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

async function precompressFile(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < MIN_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  const [brotli, gzipped] = await Promise.all([
    packBrotli(text, { params }),
    packGzip(text, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

/**
 * Writes each text of a built page a second and third time beside it, as `.br` (Brotli) and `.gz` (gzip),
 * so that the server sends those without work of its own (`server/http/static-files.ts`).
 *
 * @param folder what Vite wrote, hidden folders left out
 */
export async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/]\./.test(file.slice(folder.length)))
  await Promise.all(files.map(precompressFile))
}
