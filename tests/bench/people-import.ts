import { performance } from 'node:perf_hooks'
import { postForm } from '../../server/http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
} from '../../server/http/testing/test-server.ts'
import { addArea } from '../../server/people/testing/people-fixture.ts'
import { makeFirstRoles } from '../../server/roles/first-roles.ts'
import type { ImportInfo } from '../../shared/contract/people-import.ts'
import type { Row } from './table.ts'

const PEOPLE = 5000
const LIMIT_S = 10
const PATH = '/api/admin/users/import'

/** How long people take to be imported once the dry run is over, by a server in this process. */
export async function peopleImportRow(): Promise<Row> {
  const server = await startTestServer()
  try {
    await makeFirstRoles(server.server.db, NOON)
    await addArea(server.server.db, 'Leeds')
    const permissions = ['ADMIN_CAN_EDIT_USERS', 'ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const
    await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: [...permissions] })
    const ann = await signIn(server, 'ann')
    const call = async (name: string, payload: object) =>
      said(await post(server, `${PATH}/${name}`, payload, ann)).body

    const lines = Array.from({ length: PEOPLE }, (_, n) => `w${n}.x,Worker ${n},w${n}@mail.example,Leeds,ann`)
    const form = new FormData()
    form.append('file', new File([['User name,Name,E-mail,Area,Manager', ...lines].join('\n')], 'people.csv'))
    const uploaded = said(await postForm(server, `${PATH}/upload`, form, ann)).body as {
      import: ImportInfo
      columns: unknown
    }
    const { id } = uploaded.import
    await call('dry-run', { id, columns: uploaded.columns, access: 'NONE' })

    const begun = performance.now()
    let info = (await call('start', { id })) as ImportInfo
    while (info.state === 'RUNNING') {
      await new Promise((resolve) => setImmediate(resolve))
      info = (await call('progress', { id })) as ImportInfo
    }
    const seconds = (performance.now() - begun) / 1000
    if (info.state !== 'DONE' || info.added !== PEOPLE) throw new Error(`The import ended as ${info.state}.`)
    return {
      measure: 'People: 5,000 imported',
      product: `${seconds.toFixed(1)} s`,
      baseline: `limit ${LIMIT_S} s`,
      ratio: `${(seconds / LIMIT_S).toFixed(2)} ×`,
      runs: '1',
    }
  } finally {
    await server.server.close()
  }
}
