-- The queue is nearly empty most of the time, and statistics taken then make its two indexes look
-- alike: who looks for one delivery could be sent through all of its application's. What asks by
-- the time says so by this condition, which is always true; nothing else can use the index.
CREATE INDEX delivery_queue_due ON delivery_queue (application_id, due_at)
    WHERE due_at > '-infinity';
DROP INDEX delivery_queue_by_due;
