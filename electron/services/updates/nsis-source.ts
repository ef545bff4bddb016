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

/** electron-updater on the deployment's feed. It is loaded when it is first wanted: outside of Electron it throws. */
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
  // In place of its own, which runs in a shell and lets a file through where that fails.
  updater.verifyUpdateCodeSignature = async (_publishers, file) => {
    await checkSignature(file)
    return null
  }
  // An empty name is what it takes for none.
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
