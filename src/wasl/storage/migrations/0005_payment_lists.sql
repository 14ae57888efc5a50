-- The method that paid; empty until then. It stands with the status, so that a list of one
-- method's payments needs no look at attempts.
ALTER TABLE payment_intents
    ADD COLUMN paid_method text COLLATE "C" NOT NULL DEFAULT ''
        CHECK (paid_method IN ('', 'card', 'sadad', 'edfali'));

UPDATE payment_intents SET paid_method = coalesce((
    SELECT method FROM attempts
    WHERE payment_intent_uuid = payment_intents.uuid AND state = 'paid'
    ORDER BY surplus, created_at LIMIT 1
), '')
WHERE status = 'succeeded';

-- What the dashboard lists and searches. A version 7 uuid orders by time, so it ends each index:
-- whatever is looked for, a page is a few short runs of an index, however many rows there are.
CREATE INDEX payment_intents_by_kind ON payment_intents
    (application_id, status, paid_method, uuid);
CREATE INDEX payment_intents_by_amount ON payment_intents
    (application_id, amount_minor, status, paid_method, uuid);
-- References are random: a hash costs creates a quarter of what a tree of them would.
CREATE INDEX payment_intents_by_reference ON payment_intents USING hash (reference);

-- Written with each status change, so that an overview adds up a few rows and not all payments.
-- An intent counts once, in the end it has: one that is paid after it was canceled is taken out
-- of the day it was canceled on. The amount counts on the day it was paid.
CREATE TABLE payment_days (
    application_id uuid NOT NULL REFERENCES applications (id),
    day date NOT NULL,
    method text COLLATE "C" NOT NULL CHECK (method IN ('', 'card', 'sadad', 'edfali')),
    succeeded bigint NOT NULL,
    canceled bigint NOT NULL,
    amount_minor bigint NOT NULL,
    PRIMARY KEY (application_id, day, method)
) WITH (fillfactor = 50);

INSERT INTO payment_days (application_id, day, method, succeeded, canceled, amount_minor)
SELECT intent.application_id, (event.created_at AT TIME ZONE 'Africa/Tripoli')::date,
    intent.paid_method, count(*) FILTER (WHERE intent.status = 'succeeded'),
    count(*) FILTER (WHERE intent.status = 'canceled'),
    coalesce(sum(intent.amount_minor) FILTER (WHERE intent.status = 'succeeded'), 0)
FROM events AS event
JOIN payment_intents AS intent ON intent.uuid = event.payment_intent_uuid
    AND intent.application_id = event.application_id
WHERE event.kind = 'payment_intent.' || intent.status
GROUP BY 1, 2, 3;

-- The same for the list of deliveries; it holds what the index of the unfinished ones held.
CREATE INDEX deliveries_by_kind ON deliveries (application_id, status, event, id);
DROP INDEX deliveries_not_succeeded;

-- What was sent with the body, so that a try can be shown as it was made.
ALTER TABLE delivery_tries ADD COLUMN signature text COLLATE "C";

-- For who checks a signature: whether it was made with the secret before the last roll, and until
-- when tries that were queued before it may carry that one.
ALTER TABLE applications
    ADD COLUMN previous_webhook_secret_encrypted bytea,
    ADD COLUMN webhook_secret_rolled_at timestamptz,
    ADD COLUMN previous_webhook_secret_until timestamptz;

-- An application's own accounts at providers. A row never changes: a new account is a new row, so
-- that an attempt can always be asked about at the account it was begun with.
CREATE TABLE provider_accounts (
    id uuid PRIMARY KEY,
    application_id uuid NOT NULL REFERENCES applications (id),
    method text COLLATE "C" NOT NULL CHECK (method IN ('card', 'sadad', 'edfali')),
    encrypted bytea NOT NULL,
    -- The last characters of each value, by the name of its field.
    hints json NOT NULL,
    created_at timestamptz NOT NULL,
    retired_at timestamptz
);

CREATE UNIQUE INDEX provider_accounts_in_use ON provider_accounts (application_id, method)
    WHERE retired_at IS NULL;

-- Null: the operator's account, or the simulator.
ALTER TABLE attempts ADD COLUMN provider_account_id uuid REFERENCES provider_accounts (id);
