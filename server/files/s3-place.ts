import { UnusableFilesError } from './file-store.ts'

/** Where files lie in a store of objects. */
export interface S3Place {
  /** Of the bucket, without a slash at its end. */
  readonly url: string
  readonly bucket: string
  /** What names begin with, with a slash at its end; '' for nothing. */
  readonly prefix: string
  readonly region: string
}

/** Stands in arguments, in the environment, and in what a server says of itself: never with keys. */
export const S3_SCHEME = 's3:'

const LIKE = 's3://bucket/folder?endpoint=https://storage.example&region=eu-west-2'

/** As Amazon and those after it want them. */
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/
const PARTS = new Set(['endpoint', 'region'])

function endpointOf(text: string | null, region: string): string {
  if (text === null) return `https://s3.${region}.amazonaws.com`
  const endpoint = URL.parse(text)
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.href !== `${endpoint.origin}/`)
    throw new UnusableFilesError(
      'The endpoint of the store of files must be an origin, such as https://storage.example:9000.',
    )
  return endpoint.origin
}

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…`. Without an endpoint it is Amazon's.
 * @throws UnusableFilesError where it isn't one, or holds keys: those come by the environment
 */
export function readS3Place(text: string): S3Place {
  const url = URL.parse(text)
  if (!url || url.protocol !== S3_SCHEME || !BUCKET.test(url.host))
    throw new UnusableFilesError(`The address of the store of files must be like ${LIKE}.`)
  if (url.username !== '' || url.password !== '')
    throw new UnusableFilesError(
      'The keys of the store of files come by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not by its address.',
    )
  // A key given under another name must not be told either.
  if ([...url.searchParams.keys()].some((name) => !PARTS.has(name)))
    throw new UnusableFilesError(
      `The address of the store of files has endpoint and region only, like ${LIKE}.`,
    )
  const region = url.searchParams.get('region') || 'us-east-1'
  const endpoint = endpointOf(url.searchParams.get('endpoint'), region)
  const path = decodeURIComponent(url.pathname).split('/').filter(Boolean)
  if (path.some((part) => part === '.' || part === '..'))
    throw new UnusableFilesError(`The address of the store of files must be like ${LIKE}.`)
  const prefix = path.map((part) => `${part}/`).join('')
  return { url: `${endpoint}/${url.host}`, bucket: url.host, prefix, region }
}

/** As an operator knows it. */
export const placeInWords = ({ bucket, prefix }: S3Place): string =>
  `s3://${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`
