-- One row for each event that is sent, with everything it will carry. Its id is the id of its
-- event, so that an event has at most one; a test has no event. Finished rows stay for good.
CREATE TABLE deliveries (
    application_id uuid NOT NULL,
    id uuid NOT NULL,
    payment_intent_uuid uuid NOT NULL,
    event text COLLATE "C" NOT NULL
        CHECK (event IN ('payment_intent.succeeded', 'payment_intent.canceled')),
    is_test boolean NOT NULL,
    url text NOT NULL,
    secret_encrypted bytea NOT NULL,
    -- The very bytes that are signed and sent.
    body bytea NOT NULL,
    status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    tries integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    -- In this order it serves the merchant's list as well: ids begin with the time.
    PRIMARY KEY (application_id, id)
);

CREATE INDEX deliveries_not_succeeded ON deliveries (application_id, status, id)
    WHERE status <> 'succeeded';

-- What is still to be sent, in a table of its own: claiming never touches the finished ones, and
-- the rows that change at every try are few and narrow.
CREATE TABLE delivery_queue (
    application_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    -- When a worker may take it; while one has it, when its lease ends.
    due_at timestamptz NOT NULL,
    -- The claim a worker took it by. Null: nobody has it.
    lease uuid,
    automatic_tries integer NOT NULL DEFAULT 0,
    -- The next automatic try; null when none is left.
    next_try_at timestamptz,
    -- A resend was asked for, and has not been made.
    resend_at timestamptz,
    PRIMARY KEY (application_id, delivery_id)
) WITH (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000
);

CREATE INDEX delivery_queue_by_due ON delivery_queue (application_id, due_at);

-- Every try that was made, with what came of it.
CREATE TABLE delivery_tries (
    application_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    -- In the order they were recorded, from 1.
    number integer NOT NULL,
    is_resend boolean NOT NULL,
    url text NOT NULL,
    started_at timestamptz NOT NULL,
    duration_ms integer NOT NULL,
    address text,
    status_code integer,
    -- The receiver's bytes, whatever they are, cut at 8 KiB; null once they were removed.
    answer bytea CHECK (octet_length(answer) <= 8192),
    answer_cut boolean NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    error text,
    PRIMARY KEY (application_id, delivery_id, number)
);

-- What housekeeping looks for, and nothing else.
CREATE INDEX delivery_tries_with_answer ON delivery_tries (started_at)
    WHERE octet_length(answer) > 0;

-- Tries by outcome, counted as they are recorded. Several rows for each, so that workers who
-- record at the same moment do not wait for each other.
CREATE TABLE delivery_outcomes (
    outcome text COLLATE "C" NOT NULL,
    shard integer NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (outcome, shard)
) WITH (fillfactor = 50);
