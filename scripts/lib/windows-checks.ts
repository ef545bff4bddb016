/** What a person with a Windows machine looks at, with `docs/desktop.md` beside it. */
export const WINDOWS_CHECKLIST: readonly string[] = [
  'Run the installer: Windows names your company as its publisher, it asks whether it is for you or for everybody, and with /allusers it asks for an administrator; the client opens',
  'Press Win+R and enter fieldwork-app://launch?source=chat: the running client comes to the front with its chat; after closing it, the same starts it there',
  'Put a newer signed release into the feed, and start the client: within two minutes it says so, and "Restart now" installs it; with one byte of the installer changed it says nothing',
  'Sign out of Windows and in again: the client starts by itself, unless the policy has startWithSystem false',
  'With the demo VPN entry in Windows: Connect in the VPN menu asks for nothing, connects, and its button pulses green',
  'While it dials, Task Manager (Details, column "Command line") shows rasdial with the name of the connection and no password',
  'Disconnect ends it; with a wrong password the notice ends in (RAS 691), without a network in (RAS 800), (RAS 809) or (RAS 868)',
  'Launch the dialler, then the survey tool: both open signed in, the overlay covers the window for 30 seconds, and afterwards Credential Manager holds no entry of them; "Sign out of them" in the same dialog ends both',
  'Connect a remote desktop: it opens without asking; afterwards %TEMP% holds no .rdp file and Credential Manager no TERMSRV entry. Remote assist opens Quick Assist',
  'With a chat message waiting and the window in the background: the taskbar shows the number and flashes',
  'Mark a sentence and press Ctrl+M: it is read out; press it again on another: the first stops',
  'In Documents, capture a screen: the picker shows screens and windows with pictures, and after choosing the red sign shows at the top',
  'In a meeting, share a window: the sign with Stop stays on top of everything, another person sees the window within two seconds, and Stop ends both',
  'Open Active App as an administrator and switch between programs: each shows within three seconds; after closing it Task Manager shows no powershell.exe of the client',
  'Pull the network cable or switch wifi off: the network button follows within 5 seconds. Put the machine to sleep for a minute: after waking, the window is connected again by itself',
]

interface Checking {
  /** Each gives what it found, or throws. */
  readonly checks: Readonly<Record<string, () => Promise<string>>>
  readonly checklist: readonly string[]
  readonly ask: (question: string) => Promise<string>
  readonly say: (line: string) => void
}

/** Runs all checks, asks for each point of the list, and gives what failed. */
export async function runChecks({ checks, checklist, ask, say }: Checking): Promise<string[]> {
  const failed: string[] = []
  const note = (name: string, ok: boolean, detail: string) => {
    if (!ok) failed.push(name)
    say(`${ok ? 'ok    ' : 'FAILED'} ${name}${detail && `: ${detail}`}`)
  }
  for (const [name, check] of Object.entries(checks)) {
    try {
      note(name, true, await check())
    } catch (error) {
      note(name, false, error instanceof Error ? error.message : String(error))
    }
  }
  for (const [place, point] of checklist.entries()) {
    const answer = await ask(`\n${place + 1}/${checklist.length} ${point}.\nIs it so? [y/n/skip] `)
    if (/^s/i.test(answer.trim())) say(`skipped ${place + 1}`)
    else note(`point ${place + 1}`, /^y/i.test(answer.trim()), '')
  }
  say(failed.length === 0 ? '\nAll of it holds.' : `\n${failed.length} failed: ${failed.join('; ')}`)
  return failed
}
