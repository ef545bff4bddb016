import type { ProxyConfig } from 'electron'
import type { Report } from '../log.ts'
import type { SignIn } from './fetch-text.ts'
import type { InstallerSource } from './windows-updater.ts'

interface NsisParts {
  readonly feed: string
  readonly proxy: ProxyConfig
  /** Rejects unless the file is signed by the publisher. */
  readonly checkSignature: (file: string) => Promise<void>
  readonly signIn: SignIn
  readonly report: Report
}

/**
 * electron-updater with the deployment's feed. Loaded when first needed, since it throws outside of Electron.
 */
export async function nsisSource({
  feed,
  proxy,
  checkSignature,
  signIn,
  report,
}: NsisParts): Promise<InstallerSource> {
  const { NsisUpdater } = await import('electron-updater')
  const updater = new NsisUpdater({ provider: 'generic', url: feed })
  await updater.netSession.setProxy(proxy)
  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    disableWebInstaller: true,
    logger: null,
  })
  // Replaces its own check, which runs in a shell and accepts a file where that fails.
  updater.verifyUpdateCodeSignature = async (_publishers, file) => {
    await checkSignature(file)
    return null
  }
  // It takes an empty name for none.
  updater.on('login', (asked, callback) =>
    signIn(asked, (userName = '', password = '') => callback(userName, password)),
  )
  updater.on('error', (error) => report('electron-updater failed', error))
  return {
    async offered() {
      const found = await updater.checkForUpdates()
      if (!found) throw new Error('The feed offers nothing.')
      const { version, files } = found.updateInfo
      return { version, hashes: files.map(({ sha512 }) => sha512) }
    },
    async download() {
      const [file] = await updater.downloadUpdate()
      if (file === undefined) throw new Error('Nothing was downloaded.')
      return file
    },
    install: () => updater.quitAndInstall(true, true),
  }
}
