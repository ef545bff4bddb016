/**
 * Copies files of messages and tasks between a folder and a store of objects; servers may run meanwhile.
 *
 * usage: npm run files -- copy --from DIR|s3://… --to DIR|s3://…
 *
 * Keys come by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Made again, it copies what is missing.
 */
import './lib/require-node.ts'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FilesAwayError } from '../server/db/storage-faults.ts'
import { copyFiles } from '../server/files/copy-files.ts'
import { UnusableFilesError } from '../server/files/file-store.ts'
import { isS3, openStore } from '../server/files/open-store.ts'

const USAGE = 'usage: npm run files -- copy --from DIR|s3://… --to DIR|s3://…'

class UsageError extends Error {}

const spool = mkdtempSync(join(tmpdir(), 'fieldwork-copy-'))
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  })
  if (positionals.join() !== 'copy' || !values.from || !values.to) throw new UsageError(USAGE)
  if (!isS3(values.from) && !existsSync(values.from))
    throw new UsageError(`There are no files in ${values.from}.`)
  if (!isS3(values.to)) mkdirSync(values.to, { recursive: true, mode: 0o700 })
  const from = await openStore(values.from, spool, process.env)
  const to = await openStore(values.to, spool, process.env)
  await from.check()
  await to.check()
  let count = 0
  const { files, bytes, before } = await copyFiles(from, to, () => {
    count += 1
    if (count % 1000 === 0) console.log(`${count} files …`)
  })
  console.log(
    `${files} ${files === 1 ? 'file' : 'files'} with ${bytes} bytes ${files === 1 ? 'is' : 'are'} in ${to.place}, ${files - before} of them since now, each read back.`,
  )
} catch (error) {
  const cause =
    error instanceof FilesAwayError && error.cause instanceof UnusableFilesError ? error.cause : error
  const isExplained = [UsageError, UnusableFilesError, FilesAwayError].some((kind) => cause instanceof kind)
  console.error(isExplained && cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
} finally {
  rmSync(spool, { recursive: true, force: true })
}
