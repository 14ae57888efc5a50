-- Every table that grows with payments carries application_id in its primary key, so that the
-- schema can be distributed by application without change.

CREATE TABLE applications (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    methods text[] NOT NULL CHECK (methods <@ ARRAY['card', 'sadad', 'edfali']),
    webhook_url text,
    webhook_secret_encrypted bytea NOT NULL,
    created_at timestamptz NOT NULL
);

-- API keys and access tokens. Both are found by their digest; the value itself is kept only
-- for API keys, which the dashboard may show at any time.
CREATE TABLE credentials (
    id uuid PRIMARY KEY,
    application_id uuid NOT NULL REFERENCES applications (id),
    kind text NOT NULL CHECK (kind IN ('api_key', 'access_token')),
    name text NOT NULL,
    digest bytea NOT NULL UNIQUE,
    hint text NOT NULL,
    value text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz,
    CHECK ((kind = 'api_key') = (value IS NOT NULL))
);

CREATE INDEX credentials_by_application ON credentials (application_id);

-- Tell every process to forget what it remembers of an application's credentials.
CREATE FUNCTION announce_credential_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('wasl_credentials', NEW.application_id::text);
    RETURN NULL;
END
$$;

CREATE TRIGGER credentials_announce AFTER UPDATE OF revoked_at, expires_at ON credentials
    FOR EACH ROW EXECUTE FUNCTION announce_credential_change();

CREATE TABLE payment_intents (
    uuid uuid NOT NULL,
    application_id uuid NOT NULL REFERENCES applications (id),
    merchant_reference text COLLATE "C" NOT NULL,
    reference text COLLATE "C" NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor BETWEEN 1000 AND 1000000000),
    currency text NOT NULL CHECK (currency = 'LYD'),
    status text COLLATE "C" NOT NULL
        CHECK (status IN ('requires_payment_method', 'processing', 'succeeded', 'canceled')),
    description text,
    customer_external_id text,
    return_url text,
    -- json, not jsonb: the keys come back in the order they were sent.
    metadata json,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (uuid, application_id),
    UNIQUE (application_id, merchant_reference)
);

-- The second wall behind the allow-table of the domain.
CREATE FUNCTION refuse_illegal_status_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'payment intent % may not move from % to %', OLD.uuid, OLD.status, NEW.status
        USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER payment_intents_status_moves BEFORE UPDATE OF status ON payment_intents
    FOR EACH ROW
    WHEN (
        OLD.status IS DISTINCT FROM NEW.status
        AND (OLD.status, NEW.status) NOT IN (
            ('requires_payment_method', 'processing'),
            ('requires_payment_method', 'succeeded'),
            ('requires_payment_method', 'canceled'),
            ('processing', 'requires_payment_method'),
            ('processing', 'succeeded'),
            ('canceled', 'succeeded')
        )
    )
    EXECUTE FUNCTION refuse_illegal_status_move();

-- What the expiry sweep looks for, and nothing else.
CREATE INDEX payment_intents_by_expiry ON payment_intents (expires_at)
    WHERE status = 'requires_payment_method';

-- One row for each status change that the merchant is told about, written with the change.
CREATE TABLE events (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    payment_intent_uuid uuid NOT NULL,
    kind text NOT NULL
        CHECK (kind IN ('payment_intent.succeeded', 'payment_intent.canceled')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (id, application_id),
    -- An intent is canceled at most once and succeeds at most once.
    UNIQUE (payment_intent_uuid, application_id, kind),
    FOREIGN KEY (payment_intent_uuid, application_id)
        REFERENCES payment_intents (uuid, application_id)
);
