import { join, resolve } from 'node:path'
import { type FileStore, UnusableFilesError } from './file-store.ts'
import { FolderStore } from './folder-store.ts'
import { readS3Place, S3_SCHEME } from './s3-place.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const isS3 = (place: string): boolean => place.startsWith(`${S3_SCHEME}//`)

/** @throws UnusableFilesError where the place can't be one */
export function requirePlace(place: string): string {
  if (isS3(place)) readS3Place(place)
  else if (/^[a-z\d+-]{2,}:\/\//i.test(place))
    throw new UnusableFilesError('Files are kept in a folder, or in a store at s3://…')
  return place
}

/**
 * Opens a store of files: a folder, or `s3://…` with the keys in the environment, whose code is loaded only then.
 *
 * @param place null for a folder that is gone with the process
 * @param spool the folder of this machine for files on their way to a store elsewhere
 * @throws UnusableFilesError for a place that is none, and for keys that are missing
 */
export async function openStore(
  place: string | null,
  spool: string,
  environment: Environment,
): Promise<FileStore> {
  if (place === null || !isS3(place)) return new FolderStore(place === null ? null : resolve(place))
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const s3 = readS3Place(place)
  if (!accessKeyId || !secretAccessKey)
    throw new UnusableFilesError(
      'The store of files needs its keys in the environment, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  const { S3Store } = await import('./s3-store.ts')
  const sessionToken = environment.AWS_SESSION_TOKEN
  return new S3Store(s3, { accessKeyId, secretAccessKey, sessionToken }, join(spool, 'incoming'))
}
