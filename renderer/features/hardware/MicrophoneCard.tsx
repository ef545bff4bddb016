import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { CheckCard } from './CheckCard.tsx'
import type { Check } from './checks.ts'
import styles from './Hardware.module.css'
import type { MicrophoneState } from './media/use-microphone.ts'

const BARS = 24
/** The first bar's height, in percent of the last one's. */
const LOWEST = 30

interface MicrophoneCardProps {
  readonly check: Check
  readonly headset: Check
  readonly state: MicrophoneState
  /** From 0 to 1. */
  readonly level: number
  readonly onStart: () => void
  readonly onStop: () => void
}

/** The microphone with its meter, and the headset rule. */
export function MicrophoneCard({ check, headset, state, level, onStart, onStop }: MicrophoneCardProps) {
  const listening = state.at === 'listening'
  return (
    <CheckCard
      title="Microphone and headset"
      icon={<IconMicrophone size={18} aria-hidden="true" />}
      checks={[check, headset]}
      action={
        <Button
          variant={listening ? 'filled' : 'default'}
          size="xs"
          loading={state.at === 'asking'}
          onClick={listening ? onStop : onStart}
        >
          {listening
            ? 'Done'
            : state.at === 'idle' || state.at === 'asking'
              ? 'Test the microphone'
              : 'Test again'}
        </Button>
      }
    >
      <Meter level={level} live={listening} />
      <p className={styles.hint} aria-live="polite">
        {hintOf(state)}
      </p>
    </CheckCard>
  )
}

function hintOf(state: MicrophoneState): string {
  if (state.at === 'asking') return 'Allow the microphone where the browser asks.'
  if (state.at !== 'listening') return 'Speak as you would to a respondent, and watch the bars.'
  if (state.heard) return 'We can hear you.'
  return state.quiet ? 'Nothing heard so far. Is the microphone muted?' : 'Say something …'
}

function Meter({ level, live }: { level: number; live: boolean }) {
  return (
    <div className={styles.meter} data-live={live}>
      <meter
        className="visually-hidden"
        aria-label="Microphone level"
        min={0}
        max={100}
        value={Math.round(level * 100)}
      />
      {Array.from({ length: BARS }, (_, i) => i).map((bar) => (
        <span
          key={bar}
          className={styles.bar}
          style={{ height: `${LOWEST + ((100 - LOWEST) * bar) / (BARS - 1)}%` }}
          data-on={live && level * BARS > bar}
          data-loud={bar >= BARS - 4}
        />
      ))}
    </div>
  )
}
