import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { SwitchedTool, ToolState } from '#shared/host/tools.ts'
import { useServices, useSession } from '../../services/context.tsx'
import styles from './ProjectSwitch.module.css'
import { TOOL_TEXT as TEXT } from './text.ts'
import { useToolServices } from './tools-context.tsx'

type Status = Readonly<Record<SwitchedTool, ToolState | null>>

const UNKNOWN: Status = { DIALLER: null, SURVEY_TOOL: null }
const ROWS: readonly (readonly [tool: SwitchedTool, name: string])[] = [
  ['DIALLER', TEXT.dialler],
  ['SURVEY_TOOL', TEXT.surveyTool],
]

/** What of a project's programs runs, and the way out of them, for who switches projects (spec 1 §3, §6). */
export function ProjectSwitch() {
  const { desktop } = useServices()
  const maySwitch = useSession(({ permissions }) => permissions.can('PROJECTS_CAN_USE_SWITCHER'))
  return desktop.available && maySwitch ? <Switch /> : null
}

function Switch() {
  const { tools } = useToolServices()
  const { notices } = useServices()
  const [status, setStatus] = useState<Status>(UNKNOWN)
  const [busy, setBusy] = useState(false)
  const read = useCallback(async () => {
    const found = await tools.status()
    setStatus(found ? { DIALLER: found.dialler, SURVEY_TOOL: found.surveyTool } : UNKNOWN)
  }, [tools])
  useEffect(() => void read(), [read])

  const running = ROWS.map(([tool]) => tool).filter((tool) => status[tool] === 'RUNNING')
  const logout = async () => {
    setBusy(true)
    if (await tools.logout(running)) notices.show('success', TEXT.switchedOut)
    await read()
    setBusy(false)
  }
  return (
    <section className={styles.switch} aria-label={TEXT.switchTitle}>
      <h3>{TEXT.switchTitle}</h3>
      <p>{TEXT.switchHint}</p>
      <dl>
        {ROWS.map(([tool, name]) => {
          const state = status[tool]
          return (
            <div key={tool} data-state={state ?? 'UNKNOWN'}>
              <dt>{name}</dt>
              <dd>{state === null ? TEXT.switchUnknown : TEXT.switchStates[state]}</dd>
            </div>
          )
        })}
      </dl>
      <Button
        variant="default"
        fullWidth
        disabled={running.length === 0}
        loading={busy}
        onClick={() => void logout()}
      >
        {TEXT.switchLogout}
      </Button>
    </section>
  )
}
