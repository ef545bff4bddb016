import type * as z from 'zod/mini'
import type { Call, RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addPerson, signIn, startTestServer, type TestServer } from '../../http/testing/test-server.ts'

/** An answer: parsed by the contract for a 200, else the refusal's words. */
export type Said<C extends Call> =
  | { readonly status: 200; readonly answer: ResponseOf<C> }
  | { readonly status: number; readonly value: string }

/** Somebody who is signed in and makes calls. */
export interface Caller {
  readonly id: number
  readonly bearer: { authorization: string }
  say<C extends Call>(call: C, request: RequestOf<C>, key?: string): Promise<Said<C>>
  /** The answer of a call that must succeed. */
  get<C extends Call>(call: C, request: RequestOf<C>): Promise<ResponseOf<C>>
}

/** Signs in and makes calls as that person. */
export async function callerOf(server: TestServer, userName: string, id: number): Promise<Caller> {
  const bearer = await signIn(server, userName)

  async function say<C extends Call>(call: C, request: RequestOf<C>, key?: string): Promise<Said<C>> {
    const headers = { ...bearer, ...(key !== undefined && { 'idempotency-key': key }) }
    const reply = await server.server.app.inject({
      method: call.method,
      url: call.path,
      headers,
      ...(call.method === 'POST' && request !== undefined && { payload: request as object }),
    })
    const body: unknown = reply.body === '' ? {} : reply.json()
    if (reply.statusCode !== 200)
      return { status: reply.statusCode, value: String((body as { value?: string }).value) }
    const read = (call.response as z.ZodMiniType<ResponseOf<C>>).parse(body)
    return { status: 200, answer: read }
  }

  return {
    id,
    bearer,
    say,
    async get(call, request) {
      const said = await say(call, request)
      if (!('answer' in said)) throw new Error(`${call.path} was refused with ${said.status}: ${said.value}`)
      return said.answer
    },
  }
}

const SUPERVISING: readonly PermissionName[] = [
  'ISUPERVISOR_CAN_SEE_MODULE',
  'CAN_FORCE_MASTER_ACTIVITY',
  'CAN_REOPEN_TICKET',
  'GENERAL_CAN_USE_TEAM_CHAT',
]

/**
 * Two supervisors, Priya and Callum; Priya's agents Jamie and Ellie; Gemma, who manages Andrei at an agency.
 */
export async function openHelpDesk() {
  const server = await startTestServer()
  const names = new Map<string, number>()
  const add = async (
    userName: string,
    displayName: string,
    permissions: readonly PermissionName[],
    manager?: string,
  ) => {
    const managerID = manager === undefined ? undefined : names.get(manager)
    const person = { userName, displayName, permissions, ...(managerID !== undefined && { managerID }) }
    names.set(userName, await addPerson(server, person))
    return callerOf(server, userName, names.get(userName) ?? 0)
  }
  const priya = await add('priya', 'Priya Nair', SUPERVISING)
  const callum = await add('callum', 'Callum Reid', SUPERVISING)
  const jamie = await add('jamie', 'Jamie Whitfield', ['GENERAL_CAN_USE_TEAM_CHAT'], 'priya')
  const ellie = await add('ellie', 'Ellie Thornton', [], 'priya')
  const gemma = await add('gemma', 'Gemma Stacey', ['IAGENCY_CAN_SEE_MODULE'])
  const andrei = await add('andrei', 'Andrei Popescu', ['IAGENCY_CAN_SEE_MODULE'], 'gemma')
  return { server, db: server.server.db, priya, callum, jamie, ellie, gemma, andrei }
}
export type HelpDesk = Awaited<ReturnType<typeof openHelpDesk>>
