/** Bundles the desktop client's main process, its device reader and its preload into dist/. */
import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { NATIVE_FILE, NATIVE_PACKAGE } from '../build/native-package.ts'
import { NATIVE_MODULE } from '../electron/platform/windows/native-module.ts'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Bundles one entry into one CommonJS file. Everything but Electron and Node's own modules goes in,
 * so that the packaged client needs no node_modules: fewer files to sign and to read at start.
 */
async function bundle(entry: string, file: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['node'] },
    // The deployment's public key is part of the client; see docs/desktop.md.
    define: { __FIELDWORK_DEPLOYMENT_KEY__: JSON.stringify(process.env.FIELDWORK_DEPLOYMENT_KEY ?? '') },
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: path.join(root, entry),
      outDir: path.join(root, 'dist', path.dirname(file)),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        // The library looks for these where they are installed; they are not.
        external: ['electron', 'osx-temperature-sensor', 'macos-temperature-sensor'],
        output: { format: 'cjs', entryFileNames: path.basename(file), codeSplitting: false },
      },
    },
  })
}

/** On Windows, where it is installed. `npm run package:windows` sees to it wherever the package is made. */
function copyNativeModule(): void {
  const file = path.join(root, 'node_modules', NATIVE_PACKAGE, NATIVE_FILE)
  if (existsSync(file)) copyFileSync(file, path.join(root, 'dist/electron', NATIVE_MODULE))
}

export async function buildDesktop(): Promise<void> {
  await bundle('electron/main.ts', 'electron/main.cjs')
  await bundle('electron/services/device-health/reader-process.ts', 'electron/device-health.cjs')
  await bundle('electron/platform/windows/helper-process.ts', 'electron/windows-helper.cjs')
  await bundle('preload/preload.ts', 'preload/preload.cjs')
  copyNativeModule()
}

if (import.meta.main) await buildDesktop()
