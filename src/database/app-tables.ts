import type { NotificationKind } from '../contracts/notifications.ts'
import type { TestCounts, TestRunKind, TestStep } from '../contracts/testing.ts'

/**
 * The rows of the tables in `app`: what is not projected, as migrations have made it. A test compares them with PostgreSQL. What is read
 * or written of them says so by these types.
 */
export interface AppTables {
  'app.allowances': {
    user_id: number
    name: string
    windows: string[]
    taken: number[]
    last_at: string
  }
  'app.analysts': {
    role: string
    created_at: string
  }
  'app.avatars': {
    name: string
    user_id: number
    picture: Buffer
    stored_at: string
  }
  'app.credentials': {
    user_id: number
    account_key: string
    password_hash: string
    role: 'user' | 'admin'
    claimed: boolean
    created_at: string
  }
  'app.day_keys': {
    day: Date
    wrapped: Buffer
  }
  'app.erased_people': {
    user_id: number
    erased_at: string
  }
  'app.feed_state': {
    source: string
    at: string
    taken_at: string | null
    problem: string | null
    since: string
  }
  'app.first_administrator': {
    single: boolean
    seed: string
    user_id: number | null
  }
  'app.hmac_key': {
    one: boolean
    master_id: string
    wrapped: Buffer
  }
  'app.idempotency_keys': {
    user_id: number
    key: string
    node: string | null
    status: number | null
    body: object | null
    created_at: string
    id: string
  }
  'app.join_code_attempts': {
    scope: 'ip' | 'user'
    key: string
    wrong: number
    since: string
    /** null: of an address. */
    user_id: number | null
  }
  'app.known_places': {
    user_id: number
    place: string
    seen_at: string
  }
  'app.login_attempts': {
    scope: string
    key: string
    ip_key: string | null
    account_key: string | null
    failed: number
    pending: number
    since: string
    last_at: string
    locked_until: string | null
    names: string[]
    network: string | null
    failed_at: string | null
    turn: number | null
    turned_at: string | null
  }
  'app.mail_tokens': {
    user_id: number
    kind: 'reset' | 'confirm'
    token_hash: Buffer
    version: number | null
    expires_at: string
  }
  'app.migrations': {
    name: string
    ran_at: string
  }
  'app.news_feed': {
    source: string
    asked_at: string
    taken_at: string | null
    problem: string | null
    articles: object
  }
  'app.notification_parts': {
    source: string
    user_id: number
    told_in: string
    part: string
    stored_at: string
  }
  'app.share_viewers': {
    share_id: number
    day: string
    viewer: string
  }
  'app.share_views': {
    share_id: number
    day: string
    views: number
    logged: number
  }
  'app.notifications': {
    id: number
    user_id: number
    source: string
    kind: NotificationKind
    data: object
    created_at: string
    stored_at: string
    read_at: string | null
    subject: string | null
    count: number
  }
  'app.outbox': {
    id: string
    user_id: number
    kind: 'reset' | 'confirm' | 'changed'
    version: number | null
    created_at: string
    until: string
    next_at: string
    tries: number
    sent_at: string | null
  }
  'app.person_keys': {
    user_id: number
    wrapped: Buffer
  }
  'app.recovery_tries': {
    scope: 'ip' | 'mail' | 'help' | 'answer' | 'confirm'
    key: string
    tries: number
    since: string
  }
  'app.recovery_wishes': {
    id: number
    kind: 'mail' | 'help'
    account_key: string
    email_key: string | null
    reason: string | null
    at: string
  }
  'app.reserved_ids': {
    base: string
    kind: string
    id: number
    reserved_at: string
  }
  'app.right_join_codes': {
    user_id: number
    at: string
  }
  'app.security_answers': {
    user_id: number
    answer_hash: string
  }
  'app.sessions': {
    token_hash: Buffer
    user_id: number
    created_at: string
    seen_at: string
    expires_at: string
    device: string | null
  }
  'app.sign_in_draws': {
    account_key: string
    turn: number
    network: string
    rank: number
  }
  'app.socket_io_attachments': {
    id: number
    created_at: string | null
    payload: Buffer | null
  }
  'app.test_runs': {
    id: number
    kind: TestRunKind
    state: 'running' | 'done' | 'stopped' | 'failed'
    gameweeks: number[]
    seed: number | null
    by_user_id: number | null
    started_at: string
    ended_at: string | null
    beat_at: string
    stop_asked: boolean
    percent: number
    steps: TestStep[]
    counts: TestCounts
    message: string | null
    error: string | null
  }
  'app.told_achievements': {
    user_id: number
    unlock_id: string
    told_at: string
  }
  'app.wallet_challenges': {
    user_id: number
    nonce: string
    issued_at: string
  }
  'app.write_probe': {
    single: boolean
    at: string
  }
}
