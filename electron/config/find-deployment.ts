import path from 'node:path'
import { HostFailure } from '../services/host-failure.ts'
import type { Report } from '../services/log.ts'
import { type Deployment, NO_DEPLOYMENT, parseDeployment } from './deployment.ts'
import { machineFile } from './machine-folder.ts'
import { openSignedFile } from './signed-file.ts'

const FILE_NAME = 'deployment.json'

export const DEPLOYMENT_REFUSED =
  'The configuration of this installation is damaged or not signed by your company. Please contact support.'

interface DeploymentSources {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder of the client's own data. */
  readonly userData: string
  /** The key that this client was built with; '' for none. */
  readonly pinnedKey: string
  /** A packaged client accepts no other key. */
  readonly packaged: boolean
  /** Text of a file, or null where there is none. */
  readonly readFile: (file: string) => string | null
  readonly report: Report
}

/** Answers the deployment. Throws `HostFailure` where its file can't be trusted. */
export type GetDeployment = () => Deployment

/**
 * The signed configuration, from the machine's own folder (%ProgramData%\Fieldwork, /etc/fieldwork), else
 * from the client's data; read once. Without a file there are no tools. A file that the pinned key didn't
 * sign is refused, not ignored.
 */
export function findDeployment(sources: DeploymentSources): GetDeployment {
  const { report, readFile } = sources
  let found: Deployment | 'refused' | null = null
  const read = (): Deployment | 'refused' => {
    try {
      const text = filesOf(sources)
        .map(readFile)
        .find((content) => content !== null)
      return text == null ? NO_DEPLOYMENT : parseDeployment(openSignedFile(text, keyOf(sources)))
    } catch (error) {
      report('refused the configuration of the deployment', error)
      return 'refused'
    }
  }
  return () => {
    found ??= read()
    if (found === 'refused') throw new HostFailure('failed', DEPLOYMENT_REFUSED)
    return found
  }
}

function filesOf({ platform, env, userData }: DeploymentSources): string[] {
  return [machineFile(platform, env, FILE_NAME), path.join(userData, FILE_NAME)]
}

function keyOf({ packaged, pinnedKey, env }: DeploymentSources): string {
  const key = (packaged ? undefined : env.FIELDWORK_DEPLOYMENT_KEY) || pinnedKey
  if (key === '') throw new Error('No key is pinned in this build.')
  return key
}
