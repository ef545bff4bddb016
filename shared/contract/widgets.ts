import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { publicToken } from './public-links.ts'
import { widgetSubject } from './public-subjects.ts'

export const previewWidget = call({
  path: '/api/public/wurkshare/widget/redemtion/preview',
  auth: 'optional',
  request: z.object({ token: publicToken }),
  response: widgetSubject,
  summary: 'The widget that a link shows, and what is handed to it.',
  spec: '1 §7',
})
