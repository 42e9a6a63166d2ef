import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Publishes a conversation in binary mode: Publish CONVERSATION [setting=value …] < messages.tsv
 *
 * <p>Each line of the input is a message's id, a tab, and the message as an OpenAI chat message.
 */
public class Publish {
  public static void main(String[] args) throws Exception {
    String conversation = args[0];
    String topic = System.getenv().getOrDefault("KAFKA_TOPIC", "conversation-events");
    Properties settings = new Properties();
    settings.put("bootstrap.servers", System.getenv().getOrDefault("KAFKA_BROKERS", "127.0.0.1:9092"));
    settings.put("acks", "all");
    settings.put("enable.idempotence", "true");
    for (int at = 1; at < args.length; at++) {
      String[] setting = args[at].split("=", 2);
      settings.put(setting[0], setting[1]);
    }

    List<Future<RecordMetadata>> sent = new ArrayList<>();
    StringSerializer text = new StringSerializer();
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(settings, text, text)) {
      BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line; (line = input.readLine()) != null; ) {
        String[] fields = line.split("\t", 2);
        var record = new ProducerRecord<>(topic, "default/" + conversation, fields[1]);
        record.headers().add("ce_specversion", "1.0".getBytes(UTF_8));
        record.headers().add("ce_id", fields[0].getBytes(UTF_8));
        record.headers().add("ce_source", "shop/java".getBytes(UTF_8));
        record.headers().add("ce_type", "MessageAppended".getBytes(UTF_8));
        record.headers().add("ce_subject", conversation.getBytes(UTF_8));
        record.headers().add("content-type", "application/json".getBytes(UTF_8));
        sent.add(producer.send(record));
      }
    }
    // `get` throws where a record was not acknowledged.
    for (Future<RecordMetadata> each : sent) {
      System.out.println("partition " + each.get().partition() + " offset " + each.get().offset());
    }
  }
}
