import { createServer, type Socket } from 'node:net'

/** A mailbox that a test fills, with its user and password. */
export interface TestMailbox {
  user: string
  readonly password: string
  readonly mails: string[]
  validity: number
}

/** A small IMAP server on this machine, and every command it was given but for the sign-in's words. */
export async function startMailboxServer(mailbox: TestMailbox) {
  const commands: string[] = []
  const answerOf = (words: string): string[] => {
    const { mails, validity } = mailbox
    if (words === 'EXAMINE INBOX')
      return [
        `* ${mails.length} EXISTS`,
        `* OK [UIDVALIDITY ${validity}] ok`,
        `* OK [UIDNEXT ${mails.length + 1}] ok`,
      ]
    const [, first, last = first, what = ''] = /^UID FETCH (\d+)(?::(\d+))? \(UID (.*)\)$/.exec(words) ?? []
    return mails.flatMap((raw, index) => {
      const id = index + 1
      if (id < Number(first) || id > Number(last)) return []
      const type = /^content-type:.*(?:\r\n[ \t].*)*/im.exec(raw)?.[0] ?? ''
      const text = what.includes('HEADER') ? `${type}\r\n\r\n` : raw
      return [`* ${id} FETCH (UID ${id} BODY[] {${Buffer.byteLength(text)}}\r\n${text})`]
    })
  }
  const serve = (socket: Socket) => {
    socket.on('error', () => {})
    socket.write('* OK ready\r\n')
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        const [, tag = '', words = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        if (words.startsWith('LOGIN')) {
          const isRight = words === `LOGIN "${mailbox.user}" "${mailbox.password}"`
          socket.write(`${tag} ${isRight ? 'OK' : 'NO'} ${isRight ? 'in' : 'wrong password'}\r\n`)
          continue
        }
        commands.push(words)
        if (words === 'LOGOUT') continue
        socket.write([...answerOf(words), `${tag} OK done`, ''].join('\r\n'))
      }
    })
  }
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    commands,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A delivery report as Postfix writes it. */
export const deliveryReport = (
  messageID: string,
  { action = 'failed', to = 'ann@mail.example', status = '5.1.1' } = {},
) =>
  [
    'From: MAILER-DAEMON@mail.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="cut/here"',
    '',
    '--cut/here',
    'Content-Type: text/plain',
    '',
    'I am sorry.',
    '',
    '--cut/here',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 no such',
    '    mailbox',
    '',
    '--cut/here',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Hello',
    `Message-ID: ${messageID}`,
    '',
    '--cut/here--',
    '',
  ].join('\r\n')
