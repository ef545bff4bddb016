import type { Page } from '@playwright/test'

/** Makes a call of the chat as the person whose page it is; gives the answer, or null where it was refused. */
export function callAs(page: Page, path: string, body: unknown): Promise<unknown> {
  return page.evaluate(
    async ([url, text]) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: JSON.parse(localStorage.getItem('fieldwork.token') ?? '""') as string,
        },
        body: text,
      })
      return response.ok ? ((await response.json()) as unknown) : null
    },
    [path, JSON.stringify(body)] as const,
  )
}

/** Begins a group of that name with these people, two at least; gives its thread's id. */
export async function newGroup(page: Page, name: string, withNames: readonly string[]): Promise<number> {
  const contacts = (await callAs(page, '/api/my-team-chatroom/my-contacts', null)) as {
    userID: number
    userName: string
  }[]
  const users = contacts.filter(({ userName }) => withNames.includes(userName)).map(({ userID }) => userID)
  const made = await callAs(page, '/api/my-team-chatroom/start-conversation', { users, name })
  return (made as { threadID: number }).threadID
}

/** Sends a message with a file to a thread, as the person whose page it is. */
export async function sendFile(page: Page, threadID: number, name: string, bytes: Uint8Array): Promise<void> {
  const authorization = await page.evaluate(
    () => JSON.parse(localStorage.getItem('fieldwork.token') ?? '""') as string,
  )
  const body = new FormData()
  body.append('threadID', String(threadID))
  body.append('file', new File([new Uint8Array(bytes)], name))
  const url = new URL('/api/communication/chat/send-attachment-to-thread', page.url())
  const { ok, status } = await fetch(url, { method: 'POST', headers: { authorization }, body })
  if (!ok) throw new Error(`the file was refused with ${status}`)
}
