-- People, the accounts they work in, and how they are recognised. Small tables: on a cluster they
-- are reference tables.

CREATE TABLE users (
    id uuid PRIMARY KEY,
    -- In its one spelling, so that the same address cannot come twice.
    email text COLLATE "C" NOT NULL UNIQUE CHECK (email = lower(email)),
    name text NOT NULL,
    language text NOT NULL CHECK (language IN ('ar', 'en')),
    password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
    -- Set up, and from totp_confirmed_at on asked for at every sign-in.
    totp_secret_encrypted bytea,
    totp_confirmed_at timestamptz,
    -- The last code that was taken: it is not taken again.
    totp_last_step bigint,
    created_at timestamptz NOT NULL,
    CHECK (totp_confirmed_at IS NULL OR totp_secret_encrypted IS NOT NULL)
);

-- For who has lost the device that makes the codes. Each works once.
CREATE TABLE recovery_codes (
    user_id uuid NOT NULL REFERENCES users (id),
    digest bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (user_id, digest)
);

-- A merchant's organisation.
CREATE TABLE accounts (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE memberships (
    account_id uuid NOT NULL REFERENCES accounts (id),
    user_id uuid NOT NULL REFERENCES users (id),
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, user_id)
);

CREATE INDEX memberships_by_user ON memberships (user_id);

-- Without an account an application is the operator's own, and in nobody's dashboard.
ALTER TABLE applications ADD COLUMN account_id uuid REFERENCES accounts (id);

CREATE INDEX applications_by_account ON applications (account_id);

-- Tokens of every kind are stored as their digest alone.
CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    digest bytea NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users (id),
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    idle_ends_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    address text,
    user_agent text,
    password_confirmed_at timestamptz NOT NULL,
    CHECK (idle_ends_at <= ends_at)
);

CREATE INDEX sessions_by_user ON sessions (user_id);

-- The password was right, and the code is still to come.
CREATE TABLE second_steps (
    digest bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id),
    tries integer NOT NULL DEFAULT 0,
    ends_at timestamptz NOT NULL
);

CREATE INDEX second_steps_by_user ON second_steps (user_id);

CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    digest bytea NOT NULL UNIQUE,
    account_id uuid NOT NULL REFERENCES accounts (id),
    email text COLLATE "C" NOT NULL CHECK (email = lower(email)),
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
    invited_by uuid NOT NULL REFERENCES users (id),
    created_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    accepted_at timestamptz,
    withdrawn_at timestamptz,
    CHECK (accepted_at IS NULL OR withdrawn_at IS NULL)
);

-- An account invites an address once at a time.
CREATE UNIQUE INDEX invitations_open ON invitations (account_id, email)
    WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

CREATE TABLE password_resets (
    digest bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id),
    created_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    used_at timestamptz
);

CREATE INDEX password_resets_by_user ON password_resets (user_id);

-- What is counted to slow down guessing. Keyed digests: an address that was typed wrongly, or
-- belongs to nobody here, is not kept.
CREATE TABLE tries (
    id uuid PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    email_digest bytea NOT NULL,
    address_digest bytea NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX tries_by_email ON tries (email_digest, created_at);
CREATE INDEX tries_by_address ON tries (address_digest, created_at);
CREATE INDEX tries_by_time ON tries (created_at);

ALTER TABLE audit_log
    ADD COLUMN account_id uuid REFERENCES accounts (id),
    ADD COLUMN user_id uuid REFERENCES users (id),
    ADD COLUMN address text;

-- The account's page of the log, newest first: ids begin with the time.
CREATE INDEX audit_log_by_account ON audit_log (account_id, id);
