import { Button, CloseButton, UnstyledButton } from '@mantine/core'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCalendarExclamation,
  IconHelpHexagon,
  IconMapPinOff,
  IconPhoneX,
  IconSpeakerphone,
  IconUrgent,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useLive } from '../../../services/live.tsx'
import type { Banner, BannerKind } from '../../../services/notices/banners.ts'
import { useStillWhilePressed } from '../../../ui/use-still-while-pressed.ts'
import { useIsPhone } from '../../navigation/use-layout.ts'
import { BannerLink } from './BannerLink.tsx'
import { BannerList } from './BannerList.tsx'
import styles from './ShellBanners.module.css'
import { BANNER_TEXT } from './text.ts'

/** From this length in letters a text may not fit into the banner's lines. */
const LONG_TEXT = 160

/** How a banner looks, and whether it may be put away: a defcon alert stays while it stands. */
const LOOKS: Readonly<Record<BannerKind, { icon: TablerIcon; tone: string; stays?: true }>> = {
  defcon: { icon: IconUrgent, tone: 'danger', stays: true },
  'excessive-system-issues': { icon: IconAlertOctagon, tone: 'danger' },
  help: { icon: IconHelpHexagon, tone: 'warning' },
  location: { icon: IconMapPinOff, tone: 'warning' },
  'system-issues': { icon: IconAlertTriangle, tone: 'warning' },
  'appointments-at-risk': { icon: IconCalendarExclamation, tone: 'warning' },
  'missed-calls': { icon: IconPhoneX, tone: 'calm' },
  broadcast: { icon: IconSpeakerphone, tone: 'calm' },
}

/**
 * What everybody, or this person, must know (spec 1 §2.8): the most pressing banner, and the others
 * on demand, so that they never push the work off the screen.
 */
export function ShellBanners() {
  const { banners } = useLive()
  const all = useStillWhilePressed(useStore(banners.store))
  const [open, setOpen] = useState(false)
  const isPhone = useIsPhone()
  const showing = all.filter(({ dismissed }) => !dismissed)
  const shown = open ? showing : showing.slice(0, 1)
  const more = showing.length - 1
  return (
    // It is there before its first banner, so that this one is read out.
    <div aria-live="polite" className={styles.banners}>
      {shown.map((banner, place) => (
        <OneBanner key={banner.kind} banner={banner} onDismiss={() => banners.dismiss(banner.kind)}>
          {place === 0 && more > 0 ? (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={open}
              aria-label={open ? BANNER_TEXT.fewer : BANNER_TEXT.more(more)}
              onClick={() => setOpen(!open)}
            >
              {open
                ? isPhone
                  ? BANNER_TEXT.fewerShort
                  : BANNER_TEXT.fewer
                : isPhone
                  ? `+${more}`
                  : BANNER_TEXT.more(more)}
            </Button>
          ) : null}
        </OneBanner>
      ))}
    </div>
  )
}

interface OneBannerProps {
  readonly banner: Banner
  readonly onDismiss: () => void
  readonly children: ReactNode
}

function OneBanner({ banner: { kind, text, items = [] }, onDismiss, children }: OneBannerProps) {
  const { icon: Icon, tone, stays } = LOOKS[kind]
  const [listed, setListed] = useState(false)
  const all = items.length > 0 ? items : [text]
  const isPhone = useIsPhone()
  return (
    <section className={styles.banner} data-tone={tone} aria-label={BANNER_TEXT.names[kind]}>
      <Icon size={20} stroke={1.8} aria-hidden="true" />
      {isPhone ? (
        // One line has room for its beginning: the rest is a tap away.
        <UnstyledButton className={styles.line} aria-haspopup="dialog" onClick={() => setListed(true)}>
          {text}
        </UnstyledButton>
      ) : (
        <p className={styles.text}>{text}</p>
      )}
      <span className={styles.actions}>
        {isPhone ? null : all.length > 1 || text.length > LONG_TEXT ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setListed(true)}>
            {all.length > 1 ? BANNER_TEXT.showAll(all.length) : BANNER_TEXT.readAll}
          </Button>
        ) : null}
        {kind === 'appointments-at-risk' ? <BannerLink /> : null}
        {children}
        {stays ? null : isPhone ? (
          <CloseButton size="sm" aria-label={BANNER_TEXT.dismiss} onClick={onDismiss} />
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
            {BANNER_TEXT.dismiss}
          </Button>
        )}
      </span>
      <BannerList
        title={BANNER_TEXT.names[kind]}
        items={all}
        opened={listed}
        onClose={() => setListed(false)}
      />
    </section>
  )
}
