import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FUSES } from './build/fuses.ts'
import { appUpdateFile } from './build/installer.ts'
import { isPackaged } from './build/packaged-files.ts'

/** electron-updater wants this file beside the archive; see build/installer.ts. */
function writeAppUpdateFile(): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'fieldwork-package-')), 'app-update.yml')
  writeFileSync(file, appUpdateFile(process.env.FIELDWORK_PUBLISHER))
  return file
}

/**
 * How Electron Forge packages the client: the built files alone, in an archive whose integrity is
 * checked, with every fuse set. The installer is made of that by `npm run package:windows`.
 */
const config = {
  outDir: 'out',
  packagerConfig: {
    name: 'Fieldwork',
    executableName: 'fieldwork',
    appBundleId: 'example.fieldwork.client',
    // A native module is loaded from a file of its own; it is checked before (native-module.ts).
    asar: { unpack: '**/*.node' },
    prune: false,
    ignore: (file: string) => !isPackaged(file),
    extraResource: [writeAppUpdateFile()],
    win32metadata: { CompanyName: process.env.FIELDWORK_PUBLISHER ?? 'Fieldwork', ProductName: 'Fieldwork' },
    // Where Electron's own archive can't be fetched, a folder with it.
    ...(process.env.ELECTRON_ZIP_DIR ? { electronZipDir: process.env.ELECTRON_ZIP_DIR } : {}),
  },
  plugins: [{ name: '@electron-forge/plugin-fuses', config: FUSES }],
}

export default config
