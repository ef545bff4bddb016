import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { WIDGET_NAME, WIDGETS_PATH } from '#shared/domain/widget.ts'
import { Refusal } from '../refusal.ts'

/** Widgets that come with the server. */
const BUNDLED_WIDGETS = join(import.meta.dirname, 'bundled')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Names without a leading dot, no empty parts, no backslashes. */
const FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

/** A widget's file, if it is within the widget's own folder; links that lead out of it don't count. */
async function widgetFile(root: string, appName: string, file: string): Promise<string | null> {
  try {
    const folder = await realpath(join(root, appName))
    const path = await realpath(join(folder, file))
    return path.startsWith(folder + sep) && (await stat(path)).isFile() ? path : null
  } catch {
    return null
  }
}

/**
 * Serves widgets (spec 1 §2.4): folders of files. The deployment's own replace bundled ones of the same name.
 * Their limits are in http/security-headers.ts.
 */
export function registerWidgetFiles(app: FastifyInstance, ownFolder: string | null): void {
  const roots = [...(ownFolder === null ? [] : [ownFolder]), BUNDLED_WIDGETS]
  app.get<{ Params: { appName: string; '*': string } }>(
    `${WIDGETS_PATH}:appName/*`,
    async (request, reply) => {
      const { appName, '*': file } = request.params
      const type = TYPES[extname(file)]
      if (!WIDGET_NAME.test(appName) || !FILE.test(file) || type === undefined)
        throw new Refusal(404, 'request.noSuchPage')
      for (const root of roots) {
        const path = await widgetFile(root, appName, file)
        if (path !== null) return reply.type(type).send(createReadStream(path))
      }
      throw new Refusal(404, 'request.noSuchPage')
    },
  )
}
